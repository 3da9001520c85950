import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

export interface DialogProps {
  /** Unique on the page; the title takes `{id}-title`. */
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  /** Id of words in it that are read out with the title, if the focus begins after them. */
  readonly textId?: string;
  /** Escape, the close button and a press outside ask for it; the owner then sets `isOpen` to false, or shows what waits. */
  readonly onClose: () => void;
  /** What was written is on its way: the closed dialog holds it until it is known what became of it. */
  readonly isKept?: boolean;
  /** Drawn only while the dialog is open, so whatever was typed in it is gone afterwards. */
  readonly children: ReactNode;
}

/** Inside a dialog: the element that has the keyboard first. Without one it is the close button. */
const FIRST_FOCUS = 'data-first-focus';

/**
 * A modal dialog on the browser's own `<dialog>`: the page behind it is out of reach, and the
 * keyboard goes back to where it came from. Children bring `dialog__body` and `dialog__foot`.
 */
export function Dialog({ id, title, isOpen, textId, onClose, isKept = false, children }: DialogProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const [shuttings, setShuttings] = useState(0);

  // Keeps the browser's dialog in step with `isOpen`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser may shut what the owner then keeps open
  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>(`[${FIRST_FOCUS}]`)?.focus();
  }, [isOpen, shuttings]);

  // Both ends of a press count: selecting text may end outside without meaning to leave.
  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  // The browser tells of a closing one task later: a dialog that was opened again meanwhile stays.
  const leave = () => {
    if (dialog.current?.open) return;
    onClose();
    setShuttings((before) => before + 1);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape and the close button
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={isOpen ? textId : undefined}
      onClose={leave}
      onMouseDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (isPressedOutside.current && isOutside(event)) onClose();
      }}
    >
      <div className="dialog__head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button
          className="btn btn--icon btn--quiet"
          type="button"
          aria-label={t('dialog.head.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {(isOpen || isKept) && children}
    </dialog>
  );
}
