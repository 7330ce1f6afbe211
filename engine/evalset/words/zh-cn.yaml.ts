/** What is wrong with YAML. */
export const YAML: readonly (readonly [string, string])[] = [
  ['Not YAML: {0}', '不是合法的 YAML：{0}'],
  ['Not YAML: {0}.', '不是合法的 YAML：{0}。'],
  [
    'A file holds one document. Remove the line --- and what follows, or put it into a file of its own.',
    '一个文件只放一份文档。请删掉 --- 这一行及其后的内容，或另放一个文件。',
  ],
  ['A key must be a plain or quoted text.', '键必须是裸文本或带引号的文本。'],
  ['*{0} stands inside what it repeats.', '*{0} 出现在它自己所重复的内容里。请把值写出来。'],
  [
    'More than {0} aliases (nested ones counted). Write the values out.',
    '别名超过 {0} 个（嵌套的也算）。请把值写出来。',
  ],
  [
    'There is no anchor &{0} before this. Put text with a leading * in quotes.',
    '前面没有锚点 &{0}。以 * 开头的文本请加引号。',
  ],
  ['an alias (*name) can have no anchor or tag of its own', '别名（*name）不能再带锚点或标签'],
  [
    'a name behind & or * ends with a colon; put a space before the colon',
    '& 或 * 后的名字以冒号结尾；请在冒号前加空格',
  ],
  [
    '& and * need a name; put text that begins with one of them in quotes',
    '& 和 * 后面要有名字；以它们开头的文本请加引号',
  ],
  ['a tag (!…) does not fit its value; remove the tag', '标签（!…）与它的值不合；请删掉标签'],
  [
    'a line that begins with % is a directive; put text that begins with % in quotes',
    '以 % 开头的行是指令；以 % 开头的文本请加引号',
  ],
  [
    'an unknown escape in double quotes; write \\\\ for a backslash, or use single quotes',
    '双引号里有不认识的转义；反斜杠请写 \\\\，或改用单引号',
  ],
  [
    'this begins at another column than its neighbours; indent it as they are',
    '这里的起始列与相邻的不同；请与它们对齐',
  ],
  [
    'a line of this block is indented otherwise than its first line; indent all lines alike',
    '这个块里有一行的缩进与第一行不同；请把各行缩进写成一样',
  ],
  ['this is not indented far enough for where it stands; indent it further', '这里的缩进不够；请再往里缩'],
  ['an anchor or tag stands before the sign that it belongs behind', '锚点或标签写在了它该跟随的符号之前'],
  [
    'plain text cannot begin with this character; put the text in quotes',
    '裸文本不能以这个字符开头；请加引号',
  ],
  [
    'two keys stand on one line, or one is indented too far; put each on a line of its own, or the value in quotes',
    '一行里有两个键，或某个键缩进过深；请各占一行并对齐，或给值加引号',
  ],
  [
    'a list stands where a key is expected; indent it as the value of a key',
    '该写键的地方是列表；请缩进成某个键的值',
  ],
  [
    'lines with their own indentation cannot stand inside { } or [ ]; close the bracket first',
    '{ } 或 [ ] 里不能用靠缩进的写法；请先把括号收尾',
  ],
  ['a key stands twice', '同一个键出现了两次'],
  [
    'a key is longer than 1024 characters; is a quote or a line end missing?',
    '键超过 1024 个字符；是不是少了引号或换行？',
  ],
  ["a text is not closed with '", "文本没有用 ' 收尾"],
  [
    'a key needs a colon behind it; write key: value, or indent text as part of the line above',
    '键后面要有冒号；请写成“键: 值”，如果它是上一行文本的一部分，请缩进',
  ],
  ['a comma is missing between two items in brackets', '括号里的两项之间缺少逗号'],
  ['a colon needs a space behind it', '冒号后面要有空格'],
  ['a comment (#) needs a space before it', '注释（#）前面要有空格'],
  ['an anchor or tag needs a space behind it', '锚点或标签后面要有空格'],
  [
    'an item of a list needs a - before it; indent it as its neighbours, or put the - there',
    '列表项前面要有 -；请与相邻的项对齐，或补上 -',
  ],
  ['a bracket is not closed; write the ] where the list ends', '括号没有收尾；请在列表结束处写上 ]'],
  ['a bracket is not closed; write the } where the map ends', '括号没有收尾；请在映射结束处写上 }'],
  ['a line --- is missing behind the directives (%…)', '指令（%…）之后缺少 --- 这一行'],
  [
    'a key stands on one line; is a colon missing on the line above, or an indentation wrong?',
    '键要写在一行里；是不是上一行少了冒号，或缩进不对？',
  ],
  ['a value has two anchors (&…); remove one', '一个值有两个锚点（&…）；请删掉一个'],
  ['a file holds one document', '一个文件只放一份文档'],
  ['a value has two tags (!…); remove one', '一个值有两个标签（!…）；请删掉一个'],
  ['a key must be a text', '键必须是文本'],
  ['this is nested too deeply to be read', '嵌套太深，读不了'],
  ['a tab stands in the indentation; use spaces', '缩进里有制表符；请用空格'],
  ['an unknown tag; put text that begins with ! in quotes', '不认识的标签；以 ! 开头的文本请加引号'],
  [
    'something stands behind the sign of a block (| or >); put the text on the next line',
    '块标记（| 或 >）后面还有内容；请把文本写到下一行',
  ],
  ['a comma too many', '多了一个逗号'],
  [
    'something follows a value that is at its end; put the whole value in quotes',
    '值已经结束，后面还有内容；请给整个值加引号',
  ],
  [
    'something stands where it cannot; is a bracket, a quote or an indentation wrong?',
    '这里不该有这样的内容；是不是括号、引号或缩进不对？',
  ],
];
