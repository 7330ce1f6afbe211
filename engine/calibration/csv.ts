export interface CsvRow {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a CSV text (RFC 4180): quoted cells may hold commas, line feeds and doubled quotes. Empty lines are none. */
export function rowsOfCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let begun = 1;
  const end = (): void => {
    if (cells.length > 0 || cell !== '') rows.push({ line: begun, cells: [...cells, cell] });
    cells = [];
    cell = '';
    begun = line;
  };
  const body = text.replace(/^\ufeff/, '');
  for (let i = 0; i < body.length; i++) {
    const char = body[i] ?? '';
    if (char === '\n') line += 1;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (body[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') end();
    else if (char !== '\r' || body[i + 1] !== '\n') cell += char;
  }
  end();
  return rows;
}
