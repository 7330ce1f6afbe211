export type * from './calendar-model.ts';

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
  readonly profile?: Profile;
}

/** What the directory says of a person beside his names. */
export interface Profile {
  readonly nickname?: string;
  readonly mobile?: string;
  readonly mobile_visible?: boolean;
  /** 0 not said, 1 male, 2 female, 3 other */
  readonly gender?: number;
  readonly city?: string;
  readonly country?: string;
  readonly work_station?: string;
  /** seconds */
  readonly join_time?: number;
  readonly employee_no?: string;
  readonly employee_type?: number;
  readonly enterprise_email?: string;
  readonly job_title?: string;
  readonly geo?: string;
  readonly job_level_id?: string;
  readonly job_family_id?: string;
  readonly leader?: PrincipalId;
  readonly dotted_line_leaders?: readonly PrincipalId[];
  /** open_department_id of each; the first is the main one; none stands for the root */
  readonly departments?: readonly string[];
}

export interface Department {
  /** `od-…` */
  readonly open_department_id: string;
  /** the id that the company chose */
  readonly department_id: string;
  readonly seq: number;
  readonly name: string;
  readonly i18n_name: Readonly<Record<string, string>>;
  /** open_department_id, or `0` for the root */
  readonly parent: string;
  readonly leader?: PrincipalId;
}

export interface App {
  readonly app_id: PrincipalId;
  readonly app_secret: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly string[];
  /** only what `scopes` name may be called; otherwise they matter for events alone */
  readonly strict?: boolean;
}

export type Actor =
  | {
      readonly kind: 'user';
      readonly user: User;
      /** the app that the person gave the token to, and for what; absent for the token that lives as long as the person */
      readonly client?: { readonly app_id: PrincipalId; readonly scopes: readonly string[] };
    }
  | { readonly kind: 'app'; readonly app: App };

/** What a person gave an app: tokens of both kinds, and codes that have not been exchanged. */
export interface UserToken {
  readonly token: string;
  readonly kind: 'access' | 'refresh' | 'code';
  readonly union_id: PrincipalId;
  readonly app_id: PrincipalId;
  /** separated by spaces; `*` stands for every scope */
  readonly scope: string;
  /** ms */
  readonly expires_at: number;
  readonly state: 'live' | 'used' | 'revoked';
}

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
  /** by locale, such as `zh_cn` */
  readonly i18n_names?: Readonly<Record<string, string>>;
  readonly chat_mode: 'group' | 'p2p' | 'topic';
  readonly chat_type: 'private' | 'public';
  readonly group_message_type: 'chat' | 'thread';
  readonly owner: PrincipalId;
  /** they may do what the owner may: people and apps */
  readonly managers: readonly PrincipalId[];
  readonly members: readonly PrincipalId[];
  readonly disbanded?: true;
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
  /** the card that it shows */
  readonly card_id?: string;
  /** of a merged forward: the messages under it */
  readonly merged?: readonly string[];
  /** whom its sender asked to look at once */
  readonly urgent?: readonly PrincipalId[];
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
  readonly public?: PublicSettings;
}

/** What whoever has the link of a document may do. */
export interface PublicSettings {
  readonly external_access_entity: string;
  readonly security_entity: string;
  readonly comment_entity: string;
  readonly share_entity: string;
  readonly manage_collaborator_entity: string;
  /** `tenant_readable`, `tenant_editable`, … or `closed` */
  readonly link_share_entity: string;
  readonly copy_entity: string;
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
  /** ms, of sound and film */
  readonly duration?: number;
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

/** A label for groups that everybody in the tenant may use. */
export interface Tag {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly i18n_names: readonly { readonly locale: string; readonly name: string }[];
  /** ms */
  readonly created_at: number;
  /** ms */
  readonly updated_at: number;
}

/** A label that stands on a chat. */
export interface TagBinding {
  readonly chat_id: string;
  readonly tag_id: string;
  readonly seq: number;
}

export interface CommentReply {
  readonly reply_id: string;
  readonly user: PrincipalId;
  readonly elements: readonly CommentElement[];
  /** ms */
  readonly created_at: number;
  /** ms */
  readonly updated_at: number;
}

export type CommentElement =
  | { readonly type: 'text_run'; readonly text: string }
  | { readonly type: 'docs_link'; readonly url: string }
  | { readonly type: 'person'; readonly principal: PrincipalId };

/** A comment on a whole document: its text is the first of its replies. */
export interface Comment {
  readonly comment_id: string;
  readonly seq: number;
  readonly file_token: string;
  readonly user: PrincipalId;
  readonly solver?: PrincipalId;
  /** ms */
  readonly solved_at?: number;
  /** ms */
  readonly created_at: number;
  /** ms */
  readonly updated_at: number;
  readonly replies: readonly CommentReply[];
}

/** An app that hears of changes of a file. */
export interface Subscription {
  readonly file_token: string;
  readonly app_id: PrincipalId;
  readonly seq: number;
}

export type CardJson = Readonly<Record<string, unknown>>;

/** A card that messages show: when it changes, they do. */
export interface CardEntity {
  readonly card_id: string;
  readonly seq: number;
  readonly owner: PrincipalId;
  readonly json: CardJson;
  /** number of the last change; each must be above it */
  readonly sequence: number;
  /** ms */
  readonly created_at: number;
}

/** A message that is pinned in its chat. */
export interface Pin {
  readonly message_id: string;
  readonly seq: number;
  readonly chat_id: string;
  readonly operator: PrincipalId;
  /** ms */
  readonly created_at: number;
}
