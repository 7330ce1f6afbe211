/** Findings on how files are written, and on the author's own schemas, in Simplified Chinese by their English words. */
export const FILES_ZH_CN: readonly (readonly [string, string])[] = [
  ['The file is not UTF-8 text. {0}', '文件不是 UTF-8 文本。{0}'],
  [
    'Reopen it in the encoding that it was written in (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding"), then "Save with Encoding", UTF-8.',
    '请用它写成时的编码重新打开（VS Code：点状态栏里的编码名，选“通过编码重新打开”），再选“通过编码保存”存成 UTF-8。',
  ],
  [
    'The file is written in {0}, not in UTF-8. Save it as UTF-8 (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding" {1}, then "Save with Encoding" UTF-8).',
    '文件是 {0} 编码，不是 UTF-8。请存成 UTF-8（VS Code：点状态栏里的编码名，选“通过编码重新打开”{1}，再选“通过编码保存”UTF-8）。',
  ],
  ['nothing{0}', '空{0}'],
  ['lines {0} to {1}{2}', '第 {0}–{1} 行{2}'],
  [
    'A merge was not finished: {0} stand against {1}. Keep what is right of both, and remove the lines <<<<<<<, ======= and >>>>>>>. Until then the file is only read for its keys.',
    '合并没有做完：{0}与{1}冲突。保留两边正确的内容，删掉 <<<<<<<、======= 和 >>>>>>> 这几行。在此之前只读取文件里的键。',
  ],
  [
    'This character stands for something that could not be read: the file was opened, or saved, in another encoding than it was written in (often GB18030). Reopen it in that encoding (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding"), and save it as UTF-8. Where the sign itself is meant, write it as "\\uFFFD" in double quotes.',
    '这个字符代表没能读出来的内容：文件打开或保存时用的编码和写成时的不同（常见的是 GB18030）。请用原来的编码重新打开（VS Code：点状态栏里的编码名，选“通过编码重新打开”），再存成 UTF-8。如果要的就是这个字符，请在双引号里写成 "\\uFFFD"。',
  ],
  [
    'This line ends with {0}, as {1} of the file do; most end with {2}. Let all end alike (in VS Code: the status bar, "LF" or "CRLF"; in git: .gitattributes), so that nobody\'s editor changes lines that were not touched.',
    '这一行以 {0} 结尾，文件里这样的有 {1} 行；其余多数以 {2} 结尾。请统一换行符（VS Code：点状态栏里的“LF”或“CRLF”；git：.gitattributes），免得有人的编辑器改动了没人碰过的行。',
  ],
  ['line {0}: {1} Mend it there.', '第 {0} 行：{1}请在那里改正。'],
  [
    'it is longer than a million characters. Keep what it checks, and drop the rest.',
    '它超过一百万个字符。只留下要检查的部分。',
  ],
  ['a schema is a map, such as { "properties": { … } }.', '模式是一个映射，例如 { "properties": { … } }。'],
  [
    'its "$schema" is {0}. Use draft-07, 2019-09 or 2020-12, or leave "$schema" out.',
    '它的 "$schema" 是 {0}。请用 draft-07、2019-09 或 2020-12，或者不写 "$schema"。',
  ],
  ['it could not be made ready in {0} seconds. Make it smaller.', '{0} 秒内没能准备好。请把它改小。'],
  [
    'it refers to "{0}", and nothing stands there. Mend the reference.',
    '它引用了 "{0}"，但那里什么也没有。请改正引用。',
  ],
  [
    'it refers to "{0}", and nothing is fetched or looked up outside of the file. Copy that into its "$defs" and refer to it as "#/$defs/…".',
    '它引用了 "{0}"，而文件以外的内容既不下载也不查找。请把它抄进 "$defs"，再用 "#/$defs/…" 引用。',
  ],
  ['{0}. Mend it there.', '{0}。请在那里改正。'],
  ['line {0}: "{1}" {2}. Mend it there.', '第 {0} 行："{1}" {2}。请在那里改正。'],
  ['"{0}" cannot be used as a JSON Schema: {1}', '"{0}" 不能当作 JSON Schema 使用：{1}'],
  [
    '"{0}" was given up: a file keeps it busy for more than two seconds, or without end. Make its patterns simpler (no repetition inside a repetition), or its choices fewer.',
    '已放弃 "{0}"：有文件让它忙了两秒以上，或者永远算不完。请简化其中的正则（重复里不要再有重复），或减少选项。',
  ],
  [
    'No file of this evalset is named "{0}". Use one of {1}, or a file name (* for any letters, ** for any folders).',
    '本评测集里没有叫 "{0}" 的文件。请用 {1} 之一，或者写文件名（* 代表任意字符，** 代表任意文件夹）。',
  ],
  [
    'No file of this evalset is named "{0}". Did you mean "{1}"? Use one of {2}, or a file name (* for any letters, ** for any folders).',
    '本评测集里没有叫 "{0}" 的文件。是不是想写 "{1}"？请用 {2} 之一，或者写文件名（* 代表任意字符，** 代表任意文件夹）。',
  ],
  ['The key "{0}" is missing. Add it here.', '缺少键 "{0}"。请在这里补上。'],
  [
    'Your schema does not know the key "{0}". Remove it, or add it there.',
    '你的模式里没有键 "{0}"。请删掉它，或者在模式里加上。',
  ],
  ['{0} cannot be {1}. Use one of: {2}.', '{0} 不能是 {1}。请用其中之一：{2}。'],
  [
    '{0} cannot be {1}. Did you mean "{2}"? Use one of: {3}.',
    '{0} 不能是 {1}。是不是想写 "{2}"？请用其中之一：{3}。',
  ],
  ['{0} does not have the form {1}. Write it so.', '{0} 不符合格式 {1}。请照此书写。'],
  ['{0} must be {1}.', '{0} 必须是 {1}。'],
  [
    '{0} has none of the forms that your schema allows here. Compare it with "{1}" there.',
    '{0} 不是你的模式在这里允许的任何一种形式。请对照模式里的 "{1}"。',
  ],
  ['{0} {1}. Change it, or the schema.', '{0} {1}。请改它，或者改模式。'],
  ['The file is in another encoding than UTF-8.', '文件不是 UTF-8 编码。'],
  ['A merge conflict stands in the file.', '文件里留有合并冲突。'],
  ['A JSON Schema that the evalset names cannot be used.', '评测集写到的 JSON Schema 无法使用。'],
  ['A JSON Schema that the evalset names takes too long.', '评测集写到的 JSON Schema 检查得太慢。'],
  [
    'A value does not fit the JSON Schema that the evalset names for it.',
    '值不符合评测集为它指定的 JSON Schema。',
  ],
  [
    'A JSON Schema is named for files that the evalset does not have.',
    '为评测集里没有的文件指定了 JSON Schema。',
  ],
  ['The lines of a file end in more than one way.', '文件里混用了不同的换行。'],
];
