import type { PrincipalId } from './model.ts';

/** Everybody, app or person, has one primary calendar; others are shared. */
export interface Calendar {
  readonly calendar_id: string;
  readonly seq: number;
  readonly owner: PrincipalId;
  readonly type: 'primary' | 'shared';
  readonly summary: string;
  readonly description: string;
  readonly permissions: 'private' | 'show_only_free_busy' | 'public';
}

export interface EventTime {
  readonly date?: string;
  /** seconds */
  readonly timestamp?: string;
  readonly timezone?: string;
}

export type Rsvp = 'needs_action' | 'accept' | 'tentative' | 'decline' | 'removed';

export interface Attendee {
  readonly attendee_id: string;
  readonly type: 'user' | 'chat' | 'third_party';
  /** a principal, a chat_id or an e-mail */
  readonly who: string;
  readonly is_optional: boolean;
  readonly rsvp_status: Rsvp;
}

export interface CalendarEvent {
  readonly event_id: string;
  readonly seq: number;
  readonly calendar_id: string;
  readonly organizer: PrincipalId;
  readonly summary: string;
  readonly description: string;
  readonly start_time: EventTime;
  readonly end_time: EventTime;
  readonly visibility: 'default' | 'public' | 'private';
  readonly attendee_ability: 'none' | 'can_see_others' | 'can_invite_others' | 'can_modify_event';
  readonly free_busy_status: 'busy' | 'free';
  readonly location?: {
    readonly name?: string | undefined;
    readonly address?: string | undefined;
    readonly latitude?: number | undefined;
    readonly longitude?: number | undefined;
  };
  readonly reminders: readonly { readonly minutes: number }[];
  readonly recurrence?: string;
  readonly status: 'confirmed' | 'cancelled';
  readonly attendees: readonly Attendee[];
  /** ms */
  readonly created_at: number;
}
