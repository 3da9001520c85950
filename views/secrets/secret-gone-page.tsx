import { Gone } from '#src/islands/reveal/gone.tsx';
import { HostedBy, Slip, SlipPill } from '#src/ui/slip.tsx';
import type { Screen, ScreenContext } from '../screen.ts';

export function goneScreen({ host }: { host: string }, { t }: ScreenContext): Screen {
  const title = t('secret.page.goneTitle');
  return { title, layout: 'slip', isIndexed: false, islands: [], body: <GoneSlip host={host} /> };
}

function GoneSlip({ host }: { host: string }) {
  const stub = (
    <>
      <HostedBy host={host} />
      <SlipPill state="used" />
    </>
  );
  return (
    <Slip isTorn stub={stub}>
      <Gone message={null} />
    </Slip>
  );
}
