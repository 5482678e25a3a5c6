import type { ShopEvents } from '@portraitkit/core/events.ts'
import r2wc from '@r2wc/react-to-web-component'
import { Component, type ComponentType, type ReactNode } from 'react'
import { attributeOf, type Options, readAttribute } from './options.ts'
import { Root, type RootOptions } from './root.tsx'
import { adoptStyles, uiCss } from './styles.ts'
import { RootProblem } from './theme/RootStates.tsx'

export type ElementDefinition = {
  tag: string
  component: ComponentType<Record<string, unknown>>
  /** The surface's own options and those of every element, by property name. */
  options: Options
  /** What an option is where neither the page nor the person says anything: the script tag's settings. */
  defaults?: Partial<RootOptions>
}

/** The element as r2wc makes it: one property, `settings`, of no type, so that r2wc keeps it by identity. */
type Base = new () => HTMLElement & { settings: unknown; connectedCallback(): void; disconnectedCallback(): void }

type Settings = { host: HTMLElement; values: Record<string, unknown> }

/**
 * Defines a surface as a custom element. r2wc mounts and unmounts; what it does badly is done here instead: properties keep
 * their identity, may be set before the element is defined, flags need no value, a removed attribute takes its value with
 * it, a move keeps the state, and a component that throws leaves a small notice and a `pk-error` instead of a dead page.
 */
export function defineElement(definition: ElementDefinition): void {
  // A page may hold two scripts of the shop: the first one defines the tag.
  if (customElements.get(definition.tag)) return
  customElements.define(definition.tag, elementClass(definition))
}

function elementClass({ tag, component, options, defaults = {} }: ElementDefinition): CustomElementConstructor {
  const names = Object.keys(options)
  const byAttribute = new Map(names.map((name) => [attributeOf(name), name]))
  const Mounted = ({ settings, container }: { settings: Settings; container: ShadowRoot }) => (
    <Boundary tag={tag} host={settings.host}>
      <Framed component={component} shadow={container} defaults={defaults} {...settings} />
    </Boundary>
  )
  const Mount = r2wc(Mounted as unknown as ComponentType, {
    shadow: 'open',
    props: { settings: null } as never,
  }) as unknown as Base

  class SurfaceElement extends Mount {
    static observedAttributes = [...byAttribute.keys()]
    #given: Record<string, unknown> = {}
    #mounted = false
    #waiting = false

    override connectedCallback(): void {
      this.#takeEarlyProperties()
      const { shadowRoot } = this
      if (shadowRoot) adoptStyles(shadowRoot, uiCss)
      this.settings = this.#settings()
      this.#mounted = true
      super.connectedCallback()
    }

    /** A move is a removal and an insertion in one task: the state goes only if the element is still out afterwards. */
    override disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected || !this.#mounted) return
        this.#mounted = false
        super.disconnectedCallback()
      })
    }

    /** With this, `moveBefore` moves without the two callbacks above. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(attribute: string, _old: string | null, written: string | null): void {
      const name = byAttribute.get(attribute)
      const option = name && options[name]
      if (!name || !option || option.kind === 'property') return
      this.#set(name, readAttribute(option, written))
    }

    #set(name: string, value: unknown): void {
      this.#given[name] = value
      if (!this.#mounted || this.#waiting) return
      this.#waiting = true
      // Several options set in one go are one rendering.
      queueMicrotask(() => {
        this.#waiting = false
        if (this.#mounted) this.settings = this.#settings()
      })
    }

    #settings(): Settings {
      return { host: this, values: { ...this.#given } }
    }

    /** Properties set before the definition lie on the element itself and hide the accessors below. */
    #takeEarlyProperties(): void {
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        this.#set(name, value)
      }
    }

    static {
      for (const name of names) {
        Object.defineProperty(SurfaceElement.prototype, name, {
          configurable: true,
          enumerable: true,
          get(this: SurfaceElement) {
            return this.#given[name]
          },
          set(this: SurfaceElement, value: unknown) {
            this.#set(name, value)
          },
        })
      }
    }
  }
  return SurfaceElement
}

type FramedProps = Settings & {
  component: ElementDefinition['component']
  shadow: ShadowRoot
  defaults: Partial<RootOptions>
}

/** A surface in its root, with the options of the root taken from those of the element. */
function Framed({ component: Surface, shadow, host, values, defaults }: FramedProps) {
  const { api, provider, lang, mode, theme, routes, ...own } = values as Partial<RootOptions> & Record<string, unknown>
  const shopProvider = provider ?? defaults.provider
  if (!shopProvider)
    throw new Error('it needs to know its shop: set the attribute provider, or data-provider on the script')
  return (
    <Root
      api={api ?? defaults.api}
      provider={shopProvider}
      lang={lang ?? defaults.lang}
      mode={mode ?? defaults.mode}
      theme={theme ?? defaults.theme}
      routes={routes ?? defaults.routes}
      shadow={shadow}
      host={host}
    >
      <Surface {...own} />
    </Root>
  )
}

type BoundaryProps = { tag: string; host: HTMLElement; children: ReactNode }

/** Keeps an error of one surface to that surface. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    const { tag, host } = this.props
    const detail: ShopEvents['pk-error'] = {
      reason: 'surface.failed',
      message: `<${tag}>: ${error instanceof Error ? error.message : String(error)}`,
    }
    const told = host.dispatchEvent(
      new CustomEvent('pk-error', { detail, bubbles: true, composed: true, cancelable: true }),
    )
    if (told) console.error(`Portraitkit: ${detail.message}`, error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="pk-root">
        <RootProblem text="Something went wrong here." onRetry={() => this.setState({ failed: false })} />
      </div>
    )
  }
}
