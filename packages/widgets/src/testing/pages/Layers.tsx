import { Calendar } from 'lucide-react'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { defineElement } from '../../element.tsx'
import { text } from '../../options.ts'
import { useRoot } from '../../rootContext.ts'
import { rootOptions } from '../../rootOptions.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Accordion } from '../../ui/panels/Accordion.tsx'
import { Tabs } from '../../ui/panels/Tabs.tsx'
import { Empty } from '../../ui/states/Empty.tsx'
import { ConfirmDialog } from '../../ui/windows/ConfirmDialog.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { Toast } from '../../ui/windows/layers/Toast.tsx'

/** Everything above the page or hiding parts of it, for the keyboard tests and the samples page. */
export function Layers({ open }: { open: string | undefined }) {
  const { settings } = useRoot()
  const [openLayer, setOpenLayer] = useState(open)
  const [tab, setTab] = useState<'inbox' | 'edit' | 'ground'>('inbox')
  const [asking, setAsking] = useState(false)
  return (
    <section className="pk-stack">
      <h2>Layers at {settings.name}</h2>
      <Tabs
        label="Picture"
        value={tab}
        onValue={setTab}
        tabs={[
          { value: 'inbox', label: 'Image inbox', content: <p>Your pictures</p> },
          { value: 'edit', label: 'Edit image', content: <Button>Rotate</Button> },
          { value: 'ground', label: 'Backgrounds', content: <p>Backgrounds</p> },
        ]}
      />
      <Accordion
        items={[
          { key: 'a', summary: '14 May 2026 · #8f14e45f', content: <p>Two cards</p>, open: true },
          { key: 'b', summary: '2 May 2026 · #c9f0f895', content: <p>One card</p> },
        ]}
      />
      <div className="pk-row">
        <Button onClick={() => setOpenLayer('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpenLayer('confirm')}>Delete</Button>
        <Button onClick={() => setOpenLayer('toast')}>Say something</Button>
      </div>
      <Dialog
        open={openLayer === 'dialog'}
        onClose={() => setOpenLayer(undefined)}
        title="Terms of purchase"
        description="In short: what you see is what is printed."
        closeLabel="Close"
        foot={
          <>
            <Button onClick={() => setAsking(true)}>Ask something</Button>
            <Button kind="primary" onClick={() => setOpenLayer(undefined)}>
              Agree
            </Button>
          </>
        }
      >
        <div className="pk-form">
          <Field label="Your name" value="" onValue={() => undefined} />
          {Array.from({ length: 14 }, (_, line) => line + 1).map((line) => (
            <p key={line}>{line}. Every picture is printed on paper that outlives the person who framed it.</p>
          ))}
          <Field label="Your city" value="" onValue={() => undefined} />
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking || openLayer === 'confirm'}
        title="Delete product?"
        confirmLabel="Delete"
        cancelLabel="Cancel"
        closeLabel="Close"
        kind="danger"
        onCancel={() => (asking ? setAsking(false) : setOpenLayer(undefined))}
        onConfirm={() => (asking ? setAsking(false) : setOpenLayer(undefined))}
      >
        <p>Are you sure you want to delete the product from the shopping cart?</p>
      </ConfirmDialog>
      <Toast
        text={openLayer === 'toast' ? 'Added to your cart' : undefined}
        closeLabel="Close"
        onClose={() => setOpenLayer(undefined)}
      />
      <Empty icon={Calendar} title="No calendars yet">
        <p className="pk-soft">There are no products available within this category for the selected picture set.</p>
        <Button kind="primary">Show cards</Button>
      </Empty>
    </section>
  )
}

/** Defines a fixture as an element with the option `open`: which layer is open at first. */
export function defineFixture(tag: string, component: ComponentType<{ open?: string }>): void {
  defineElement({ tag, component: component as never, options: { ...rootOptions, open: text('An open layer') } })
}
