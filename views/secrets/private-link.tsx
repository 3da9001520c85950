import { CopyLink } from '#src/islands/copy-link/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { HostedBy, Slip, SlipPill } from '#src/ui/slip.tsx';
import type { PrivateBodyProps } from './private-page.tsx';
import { WaitingTrack } from './private-track.tsx';

/** The slip with the link and one large Copy: the thing to send, not the address of this page. */
export function SharedLink(props: PrivateBodyProps) {
  const { record, details, linkHost } = props;
  const stub = (
    <>
      <HostedBy host={linkHost} />
      <SlipPill state="live" />
    </>
  );
  return (
    <Slip isTorn={false} stub={stub}>
      <div className="slip__body stack">
        {details.show_secret_link && (
          <Island name="copy-link" component={CopyLink} props={{ url: record.share_url }} kept={[]} />
        )}
        <WaitingTrack {...props} />
      </div>
    </Slip>
  );
}
