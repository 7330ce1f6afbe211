/** The numbers of the field types. */
export const TYPE = {
  text: 1,
  number: 2,
  singleSelect: 3,
  multiSelect: 4,
  date: 5,
  checkbox: 7,
  person: 11,
  phone: 13,
  url: 15,
  attachment: 17,
  link: 18,
  lookup: 19,
  formula: 20,
  duplexLink: 21,
  location: 22,
  group: 23,
  createdTime: 1001,
  modifiedTime: 1002,
  createdBy: 1003,
  modifiedBy: 1004,
  autoNumber: 1005,
} as const;

const UI_TYPES: Readonly<Record<number, string>> = {
  [TYPE.text]: 'Text',
  [TYPE.number]: 'Number',
  [TYPE.singleSelect]: 'SingleSelect',
  [TYPE.multiSelect]: 'MultiSelect',
  [TYPE.date]: 'DateTime',
  [TYPE.checkbox]: 'Checkbox',
  [TYPE.person]: 'User',
  [TYPE.phone]: 'Phone',
  [TYPE.url]: 'Url',
  [TYPE.attachment]: 'Attachment',
  [TYPE.link]: 'SingleLink',
  [TYPE.lookup]: 'Lookup',
  [TYPE.formula]: 'Formula',
  [TYPE.duplexLink]: 'DuplexLink',
  [TYPE.location]: 'Location',
  [TYPE.group]: 'GroupChat',
  [TYPE.createdTime]: 'CreatedTime',
  [TYPE.modifiedTime]: 'ModifiedTime',
  [TYPE.createdBy]: 'CreatedUser',
  [TYPE.modifiedBy]: 'ModifiedUser',
  [TYPE.autoNumber]: 'AutoNumber',
};

export function uiTypeOf(type: number): string | undefined {
  return UI_TYPES[type];
}

/** Values the platform fills in; a client cannot write them. */
export function isComputed(type: number): boolean {
  return type === TYPE.lookup || type === TYPE.formula || type >= TYPE.createdTime;
}
