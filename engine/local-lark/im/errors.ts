import { LarkError } from '../core/errors.ts';
import type { Resource } from '../core/operation.ts';

function error(code: number, msg: string, refused?: Resource): LarkError {
  return new LarkError(400, code, msg, refused === undefined ? {} : { refused });
}

const chat = (token: string): Resource => ({ kind: 'chat', token });

/** The im product answers every refusal with HTTP 400. */
export const im = {
  invalidParameter: (ext: string) =>
    error(230001, `Your request contains an invalid request parameter, ext=${ext}`),
  outsideChat: (chatId: string) => error(230002, 'The bot can not be outside the group.', chat(chatId)),
  recalled: () => error(230011, 'The message is recalled.'),
  noAvailability: (id: string) =>
    error(230013, 'Bot has NO availability to this user.', { kind: 'user', token: id }),
  tooLong: () => error(230025, 'The length of the message content reaches its limit.'),
  notRecallable: (id: string) =>
    error(230026, 'No permission to recall this message', { kind: 'message', token: id }),
  notForwardable: () => error(230054, 'This operation is not supported for this message type.'),
  cardFailed: (code: number, why: string) =>
    error(230099, `Failed to create card content, ext=ErrCode: ${code}; ErrMsg: ${why}; `),
  invalidReceiver: () => error(230034, 'The receive_id is invalid.'),
  notSender: (id: string) =>
    error(230071, 'The operator is not the sender of the message.', { kind: 'message', token: id }),
  editLimit: () => error(230072, 'The message has reached the number of times it can be edited.'),
  editTooLate: () => error(230075, 'The message has exceeded the time that can be edited.'),
  wrongTypeForEdit: () => error(230054, 'This operation is not supported for this message type.'),
  wrongFileType: () =>
    error(230055, 'The type of file upload does not match the type of message being sent.'),

  badReaction: () => error(231001, 'reaction type is invalid.'),
  reactOutside: (chatId: string) =>
    error(231002, 'The operator has no permission to react on the specific message.', chat(chatId)),
  reactNoMessage: () => error(231003, 'The message is not found, maybe not exist or deleted.'),
  notOwnReaction: (id: string) =>
    error(231008, 'The operator has no access to the message.', { kind: 'reaction', token: id }),
  badReactionPage: () => error(231012, 'The request has an invalid pageToken.'),

  chatParameter: (ext: string) =>
    error(232001, `Your request contains an invalid request parameter, ext=${ext}`),
  noSuchApp: () => error(232004, 'Such an app does NOT exist.'),
  dissolved: (id: string) =>
    error(232009, 'Your request specifies a chat which has already been dissolved.', chat(id)),
  badChatId: () => error(232006, 'Your request specifies a chat_id which is invalid.'),
  operatorOutside: (chatId: string) => error(232011, 'Operator can NOT be out of the chat.', chat(chatId)),
  notOwner: (chatId: string) =>
    error(232017, 'Only the group owner (or the creator) can do this.', chat(chatId)),
  shortPublicName: () => error(232020, 'Name can NOT be less than two characters for public chats.'),
  unavailableIds: () => error(232043, 'Your request contains unavailable ids.'),
  tooManyBots: () => error(232024, 'At most 15 bots can be in a chat.'),
};
