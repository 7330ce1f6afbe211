import { LarkError } from '../core/errors.ts';
import type { Resource } from '../core/operation.ts';

const error = (code: number, msg: string, refused?: Resource): LarkError =>
  new LarkError(400, code, msg, refused === undefined ? {} : { refused });

/** What the card service says. */
export const cardErrors = {
  parameter: (what: string) =>
    error(10002, `Your request contains an invalid request parameter. ext=${what}`),
  notFound: () => error(200740, 'The card entity does not exist'),
  expired: () => error(200750, 'The card entity has expired'),
  sameUuid: () => error(200770, 'UUID conflict'),
  tooLarge: () => error(200860, 'Card content exceeds limit.'),
  notGenerated: () => error(200220, 'Failed to generate card content'),
  exclusive: () => error(300302, 'update_multi property is false'),
  empty: () => error(300307, 'The card DSL is empty'),
  notStreaming: () => error(300309, 'Card streaming closed'),
  onlyText: () => error(300310, 'Only update text'),
  notOwn: (id: string) =>
    error(300311, 'The current application does not have permission to update/use this card', {
      kind: 'card',
      token: id,
    }),
  noElement: (id: string) => error(300313, `Failed to update element properties, ext=no element ${id}`),
  order: () => error(300317, 'The sequence number for operating on the card did not increment consecutively'),
};
