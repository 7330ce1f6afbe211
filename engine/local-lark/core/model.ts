/** A person (`on_…` union id) or an app (`cli_…` app id): who can act, be a member, be granted something. */
export type PrincipalId = string;

export interface User {
  readonly union_id: PrincipalId;
  readonly user_id: string;
  readonly key: string;
  readonly name: string;
  readonly en_name: string;
  readonly email: string;
  readonly access_token: string;
}

export interface App {
  readonly app_id: PrincipalId;
  readonly app_secret: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly string[];
}

export type Actor =
  { readonly kind: 'user'; readonly user: User } | { readonly kind: 'app'; readonly app: App };

export interface Token {
  readonly token: string;
  readonly app_id: string;
  /** ms */
  readonly expires_at: number;
}

export interface Chat {
  readonly chat_id: string;
  readonly seq: number;
  readonly name: string;
  readonly description: string;
  readonly chat_mode: 'group' | 'p2p' | 'topic';
  readonly chat_type: 'private' | 'public';
  readonly group_message_type: 'chat' | 'thread';
  readonly owner: PrincipalId;
  /** apps made managers at creation: they may do what the owner may */
  readonly managers: readonly PrincipalId[];
  readonly members: readonly PrincipalId[];
}

export interface Mention {
  readonly key: string;
  readonly principal: PrincipalId;
  readonly name: string;
}

export interface Message {
  readonly message_id: string;
  readonly seq: number;
  readonly chat_id: string;
  readonly sender: PrincipalId;
  readonly msg_type: string;
  /** the JSON string as it is read back: mentions are `@_user_1` here */
  readonly content: string;
  readonly mentions: readonly Mention[];
  readonly root_id?: string;
  readonly parent_id?: string;
  readonly thread_id?: string;
  /** ms */
  readonly create_time: number;
  /** ms */
  readonly update_time: number;
  readonly deleted: boolean;
  readonly updated: boolean;
  readonly edit_count: number;
}

export interface Reaction {
  readonly reaction_id: string;
  readonly seq: number;
  readonly message_id: string;
  readonly operator: PrincipalId;
  readonly emoji_type: string;
  /** ms */
  readonly action_time: number;
}

export type DriveKind = 'docx' | 'bitable' | 'file' | 'folder';

/** What documents, bases and files have in common. */
export interface DriveNode {
  readonly token: string;
  readonly seq: number;
  readonly kind: DriveKind;
  readonly title: string;
  readonly owner: PrincipalId;
  readonly folder_token: string;
  readonly revision: number;
  /** ms */
  readonly created_at: number;
  /** ms */
  readonly modified_at: number;
  readonly modified_by: PrincipalId;
  readonly default_table_id?: string;
}

export type Perm = 'view' | 'edit' | 'full_access';

export interface Grant {
  readonly token: string;
  readonly seq: number;
  /** `on_…`, `cli_…` or `oc_…` */
  readonly member: string;
  readonly perm: Perm;
}

export interface Field {
  readonly field_id: string;
  readonly field_name: string;
  readonly type: number;
  readonly ui_type: string;
  readonly is_primary: boolean;
  readonly property: Record<string, unknown> | null;
  readonly description?: string;
}

export interface Table {
  readonly table_id: string;
  readonly seq: number;
  readonly app_token: string;
  readonly name: string;
  readonly revision: number;
  readonly default_view_id: string;
  readonly default_view_name: string;
  readonly fields: readonly Field[];
  readonly next_auto_number: number;
}

export interface TableRecord {
  readonly record_id: string;
  readonly seq: number;
  readonly table_id: string;
  /** by field id; values in the stored form of `bitable/cell-write.ts` */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly auto_number: number;
  readonly created_by: PrincipalId;
  readonly modified_by: PrincipalId;
  /** ms */
  readonly created_at: number;
  /** ms */
  readonly modified_at: number;
}

export interface StoredFile {
  readonly key: string;
  readonly seq: number;
  readonly kind: 'image' | 'file' | 'media';
  readonly name: string;
  readonly mime: string;
  readonly owner: PrincipalId;
  readonly base64: string;
}

export interface ImportTask {
  readonly ticket: string;
  readonly seq: number;
  readonly token: string;
  readonly owner: PrincipalId;
}

export interface Block {
  readonly block_id: string;
  readonly block_type: number;
  readonly parent_id: string;
  readonly children?: readonly string[];
  readonly [body: string]: unknown;
}

export interface StoredBlock {
  readonly document_id: string;
  readonly block: Block;
}

export interface Remembered {
  readonly result: string;
  /** ms */
  readonly expires_at: number;
}

export interface Delivery {
  readonly event_id: string;
  readonly seq: number;
  readonly app_id: string;
  /** the v2 event as JSON text */
  readonly payload: string;
  /** ms */
  readonly created_at: number;
  readonly attempts: number;
  /** ms; when the next attempt is due */
  readonly due_at: number;
}
