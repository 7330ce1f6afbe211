export interface UploadedPart {
  readonly bytes: Buffer;
  readonly mime: string;
}

/**
 * Reads multipart/form-data: text fields as strings, files as `{bytes, mime}`. The official SDK sends file parts
 * without `filename=`, so a part with a Content-Type of its own is taken for the file.
 */
export function parseMultipart(body: Buffer, contentType: string): Record<string, string | UploadedPart> {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  const parts: Record<string, string | UploadedPart> = {};
  if (boundary === undefined) return parts;
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  while (at >= 0) {
    const start = at + mark.length + 2;
    const next = body.indexOf(mark, start);
    if (next < 0) break;
    addPart(parts, body.subarray(start, next - 2));
    at = next;
  }
  return parts;
}

function addPart(parts: Record<string, string | UploadedPart>, part: Buffer): void {
  const split = part.indexOf('\r\n\r\n');
  if (split < 0) return;
  const head = part.subarray(0, split).toString('utf8');
  const name = /name="([^"]*)"/.exec(head)?.[1];
  if (name === undefined) return;
  const bytes = part.subarray(split + 4);
  const mime = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1];
  parts[name] = mime === undefined ? bytes.toString('utf8') : { bytes: Buffer.from(bytes), mime };
}
