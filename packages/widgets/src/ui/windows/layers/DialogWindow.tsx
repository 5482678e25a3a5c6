import { Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { modalProps, useModalDialog } from '../../../modalFocus.ts'
import { useRoot, useStyles } from '../../../rootContext.ts'
import { Icon } from '../../controls/Icon.tsx'
import type { DialogProps } from '../Dialog.tsx'
import css from './windows.css?inline'

/** The dialog itself: Radix names and animates it, the browser's own `<dialog>` makes it modal (see `modalFocus.ts`). */
export function DialogWindow(props: DialogProps) {
  useStyles(css)
  const { layer } = useRoot()
  const undescribed = props.description ? {} : { 'aria-describedby': undefined }
  return (
    <Root open={props.open} modal={false} onOpenChange={(open) => open || props.onClose()}>
      <Portal container={layer}>
        <Content asChild {...undescribed} {...modalProps(props.onClose, props.onBack)}>
          <dialog className="pk-dialog" part="dialog" data-size={props.size ?? 'plain'} aria-modal="true">
            <Window {...props} />
          </dialog>
        </Content>
      </Portal>
    </Root>
  )
}

function Window({ open, title, description, closeLabel, onClose, foot, children }: DialogProps) {
  const ref = useModalDialog(open)
  return (
    <div className="pk-dialog-window" ref={ref}>
      <div className="pk-dialog-head">
        <Title>{title}</Title>
        {description ? <Description className="pk-soft">{description}</Description> : null}
      </div>
      <div className="pk-dialog-body">{children}</div>
      {foot ? <div className="pk-dialog-foot">{foot}</div> : null}
      <span className="pk-dialog-close">
        <button type="button" className="pk-button" data-kind="icon" aria-label={closeLabel} onClick={onClose}>
          <Icon of={X} />
        </button>
      </span>
    </div>
  )
}
