/** A clock case came up after its minute: nobody's fault but the schedule's, so the case has no score. */
export class MinuteMissed extends Error {
  override readonly name = 'MinuteMissed';
  constructor(at: string, lateMs: number) {
    super(
      `its minute ${at} had passed by ${Math.round(lateMs / 1000)} s when the case came up; compile with --exec-at so that the minute lies ahead, or move the case to the front of its group`,
    );
  }
}
