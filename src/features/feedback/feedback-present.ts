import type { FeedbackEntryWire } from '#src/features/colonel/colonel-wire.ts';
import { toSeconds } from '#src/values/seconds.ts';
import { utcStamp } from '#src/values/utc-stamp.ts';
import type { Feedback, Writer } from './feedback.ts';

export function presentEntry(feedback: Feedback, createdAtMs: number): FeedbackEntryWire {
  const { message, writer, isUnchecked, timeZone, version } = feedback;
  return {
    msg: message,
    stamp: utcStamp(createdAtMs),
    created: toSeconds(createdAtMs),
    from: nameOf(writer),
    signed_in: writer.kind === 'customer',
    unchecked: isUnchecked,
    tz: timeZone,
    version,
  };
}

function nameOf(writer: Writer): string {
  return writer.kind === 'customer' ? writer.custid : (writer.address ?? 'anon');
}
