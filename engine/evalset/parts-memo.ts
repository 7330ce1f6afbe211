import type { ExcerptMark } from './excerpt.ts';
import type { FileUnit } from './file-unit.ts';
import { Kept } from './kept.ts';
import type { KeyMark } from './key-marks.ts';
import type { Mark } from './marks.ts';
import type { Finding } from './model.ts';
import type { Shape } from './shape.ts';
import type { SourceDocument } from './source.ts';

/** What is known of the parts of files of one kind: by their values their documents, and the rest by those. */
export class PartsMemo {
  /** By their place too. */
  readonly units = new Kept<FileUnit>();
  readonly documents = new Kept<SourceDocument>();
  readonly shapes = new Kept<Shape>();
  readonly excerpts = new Kept<readonly ExcerptMark[]>();
  readonly marks = new Kept<readonly Mark[]>();
  readonly keys = new Kept<readonly KeyMark[]>();
  readonly findings = new Kept<readonly Finding[]>();
  /** What the author's own schemas say. */
  readonly own = new Kept<readonly Finding[]>();
}
