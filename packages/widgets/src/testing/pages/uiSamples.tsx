import { Images } from 'lucide-react'
import { useState } from 'react'
import { useStyles } from '../../rootContext.ts'
import { Checkbox, RadioCards } from '../../ui/choices/Choice.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { BottomBar } from '../../ui/order/BottomBar.tsx'
import { Quantity } from '../../ui/order/Quantity.tsx'
import { Logo } from '../../ui/page/Logo.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Picture } from '../../ui/pictures/Picture.tsx'
import { ProductPreview } from '../../ui/pictures/ProductPreview.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { defineFixture, Layers } from './Layers.tsx'
import css from './uiSamples.css?inline'

/** Everything in `ui/` on one page, to look at and for the keyboard tests. */
function Kitchen({ open }: { open?: string }) {
  useStyles(css)
  return (
    <Page
      title="Pictures of Emma"
      lead="Choose what you like; nothing is ordered before you say so."
      back={{ to: 'frontpage', label: 'Back to the front page' }}
    >
      <Logo />
      <Things />
      <Buttons />
      <Form />
      <Layers open={open} />
      <BottomBar price="$24.90" before="Including tax. Delivery comes on top.">
        Add to cart
      </BottomBar>
    </Page>
  )
}

const expired = { 320: '/expired.svg' }

function Things() {
  return (
    <section className="pk-kitchen-grid">
      {(['card', 'print', 'calendar', 'mug'] as const).map((kind, index) => (
        <figure key={kind} className="pk-stack">
          <ProductPreview kind={kind} width={[5, 4, 4, 5][index] ?? 5} height={[5, 5, 5, 5.4][index] ?? 5}>
            <Portrait />
          </ProductPreview>
          <figcaption>
            <strong>{['Folded card', 'Print', 'Calendar', 'Mug'][index]}</strong>
            <br />
            <span className="pk-soft pk-small">15 x 15 cm</span> <span className="pk-price">$4.90</span>
          </figcaption>
        </figure>
      ))}
      <Picture
        alt="Emma"
        width={4}
        height={5}
        addresses={{ 320: '/portrait.svg', 640: '/portrait.svg' }}
        sizes="300px"
        failedLabel="Not to be shown"
      />
      <Picture
        alt="Emma"
        width={5}
        height={4}
        addresses={{ 320: '/gone.svg' }}
        sizes="300px"
        failedLabel="This picture could not be loaded."
      />
      <Picture
        alt="Noah"
        width={4}
        height={5}
        addresses={expired}
        onExpired={async () => ({ 320: '/portrait.svg?renewed' })}
        sizes="300px"
        failedLabel="This picture could not be loaded."
      />
      <Skeleton ratio="4 / 5" />
      <div className="pk-stack">
        <Skeleton lines={4} />
        <Spinner label="Getting your pictures" />
      </div>
    </section>
  )
}

function Portrait() {
  return <img src="/portrait.svg" alt="" style={{ inlineSize: '100%', blockSize: '100%', objectFit: 'cover' }} />
}

function Buttons() {
  const [busy, setBusy] = useState(true)
  return (
    <section className="pk-stack">
      <h2>Buttons</h2>
      <div className="pk-row">
        <Button kind="primary">Continue</Button>
        <Button>Add more</Button>
        <Button kind="quiet">No thanks</Button>
        <Button kind="danger">Delete</Button>
        <Button kind="primary" busy={busy} onClick={() => setBusy(!busy)}>
          Saving
        </Button>
        <Button kind="primary" disabled>
          Continue
        </Button>
        <Button icon={Images}>Geschwisterbilder hinzufügen</Button>
      </div>
    </section>
  )
}

function Form() {
  const [text, setText] = useState('')
  const [secret, setSecret] = useState('portrait')
  const [state, setState] = useState('CA')
  const [agreed, setAgreed] = useState(true)
  const [way, setWay] = useState<'post' | 'school' | 'store'>('post')
  const [quantity, setQuantity] = useState(2)
  return (
    <section className="pk-kitchen-columns">
      <div className="pk-form">
        <h2>Fields</h2>
        <Field label="Code" look="code" value={text} onValue={setText} placeholder="MAPLE7" />
        <Field label="Email" type="email" value="emma@exam" onValue={setText} error="Invalid email" />
        <Field
          label="Address, second line"
          note="optional"
          hint="Flat, floor or building"
          value={text}
          onValue={setText}
        />
        <Field label="Account" readOnly value="demo@example.com" onValue={setText} />
        <PasswordField label="Choose a password" value={secret} onValue={setSecret} showLabel="Show" hideLabel="Hide" />
        <Select
          label="State"
          value={state}
          onValue={setState}
          options={[
            { value: 'CA', label: 'California' },
            { value: 'NY', label: 'New York' },
          ]}
        />
        <TextArea label="Comment" value={text} onValue={setText} />
      </div>
      <div className="pk-form">
        <h2>Choices</h2>
        <Checkbox
          label="Yes, tell me by email when there are offers for my pictures"
          checked={agreed}
          onChecked={setAgreed}
        />
        <Checkbox
          label="I accept the terms of purchase"
          checked={!agreed}
          onChecked={(now) => setAgreed(!now)}
          error="This is required!"
        />
        <RadioCards
          legend="Delivery"
          value={way}
          onValue={setWay}
          choices={[
            { value: 'post', label: 'By post', hint: 'Shipped within 4 business days', end: '$4.90' },
            { value: 'school', label: 'To the school', hint: 'With the class', end: 'Free' },
            {
              value: 'store',
              label: 'Pickup in the studio',
              hint: 'Not possible for cards',
              end: 'Free',
              disabled: true,
            },
          ]}
        />
        <Quantity label="Quantity" fewerLabel="One less" moreLabel="One more" value={quantity} onValue={setQuantity} />
        <Notice title="Free delivery!">Shop products for $12.00 more.</Notice>
        <Notice kind="good" title="The password was updated." />
        <Notice kind="danger" title="Failed to create the order">
          The payment was refused. Nothing was charged; please try another card.
        </Notice>
        <div className="pk-card pk-stack">
          <h3>A card in the page</h3>
          <p className="pk-soft">With a hairline, not a shadow.</p>
        </div>
      </div>
    </section>
  )
}

defineFixture('pk-kitchen', Kitchen)
