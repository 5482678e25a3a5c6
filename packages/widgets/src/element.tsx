import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import r2wc from '@r2wc/react-to-web-component'
import { type ComponentType, useLayoutEffect } from 'react'
import { baseCss } from './baseStyles.ts'
import { attributeOf, type Option, type Options, readAttribute } from './options.ts'
import { Root, type RootOptions } from './root.tsx'
import { type RootValue, useRoot } from './rootContext.ts'
import { adoptBaseStyles } from './styles.ts'
import { SurfaceBoundary } from './theme/SurfaceBoundary.tsx'
import { type Shaped, shapeOf } from './theme/shape.ts'
import { version } from './version.ts'

export type ElementDefinition = {
  tag: string
  component: ComponentType<Record<string, unknown>>
  /** The surface's own options and those of every element, by property name. */
  options: Options
  /** Values of options that neither the page nor the visitor has set: the script tag's settings. */
  defaults?: Partial<RootOptions>
}

/** The element as r2wc creates it, with one untyped property, `settings`, so that r2wc keeps its identity. */
type Base = new () => HTMLElement & { settings: unknown; connectedCallback(): void; disconnectedCallback(): void }

type Settings = { host: HTMLElement; values: Record<string, unknown>; onRoot: (root: RootValue) => void }

/** A dialog that was moved with its element is only nominally open: the page behind it would be usable. */
function reopenDialogs(root: ShadowRoot | null): void {
  for (const dialog of root?.querySelectorAll<HTMLDialogElement>('dialog[open]:not(:modal)') ?? []) {
    dialog.open = false
    dialog.showModal()
  }
}

/**
 * Defines a surface as a custom element. r2wc mounts and unmounts; its shortcomings are handled here: properties keep their
 * identity, may be set before the element is defined, flags need no value, removing an attribute removes its value, a move
 * keeps the state, and a component that throws leaves a small notice and a `pk-error` instead of a dead page.
 */
export function defineElement(definition: ElementDefinition): void {
  const { tag } = definition
  const known = customElements.get(tag) as { portraitkit?: string } | undefined
  // A page may contain two scripts of the shop: the first one defines the tag.
  if (known) {
    if (known.portraitkit !== version) void check().then((checks) => checks.warnOfVersion(tag, known.portraitkit))
    return
  }
  customElements.define(tag, elementClass(definition))
}

function elementClass({ tag, component, options, defaults = {} }: ElementDefinition): CustomElementConstructor {
  const names = Object.keys(options)
  const byAttribute = new Map(names.map((name) => [attributeOf(name), name]))
  const Mounted = ({ settings, container }: { settings: Settings; container: ShadowRoot }) => (
    <SurfaceBoundary
      tag={tag}
      resetKey={settings}
      language={settings.host.lang || document.documentElement.lang}
      dispatch={(detail) =>
        settings.host.dispatchEvent(
          new CustomEvent('pk-error', { detail, bubbles: true, composed: true, cancelable: true }),
        )
      }
    >
      <Framed component={component} shadow={container} defaults={defaults} {...settings} />
    </SurfaceBoundary>
  )
  const Mount = r2wc(Mounted as unknown as ComponentType, {
    shadow: 'open',
    props: { settings: null } as never,
  }) as unknown as Base

  class SurfaceElement extends Mount {
    static observedAttributes = [...byAttribute.keys()]
    static portraitkit = version
    #given: Record<string, unknown> = {}
    #mounted = false
    #waiting = false
    #ready = Promise.withResolvers<void>()
    #root: RootValue | undefined

    override connectedCallback(): void {
      this.#takeEarlyProperties()
      const { shadowRoot } = this
      if (shadowRoot) adoptBaseStyles(shadowRoot, baseCss)
      for (const name of ['keydown', 'keypress', 'keyup'] as const) this.addEventListener(name, withholdKey)
      void warnOfUnknownAttributes(this, tag, byAttribute)
      // The page may set options right after adding the element, so the first rendering waits for them.
      queueMicrotask(() => {
        if (!this.isConnected) return
        if (this.#mounted) return reopenDialogs(shadowRoot)
        this.settings = this.#settings()
        this.#mounted = true
        super.connectedCallback()
      })
    }

    /**
     * A move is a removal and an insertion in one task: the state is dropped only if the element is still detached afterwards.
     */
    override disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected || !this.#mounted) return
        this.#mounted = false
        super.disconnectedCallback()
      })
    }

    /** If this is defined, `moveBefore` moves without the two callbacks above. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(attribute: string, _old: string | null, written: string | null): void {
      const name = byAttribute.get(attribute)
      const option = name && options[name]
      if (!name || !option || option.kind === 'property') return
      const value = readAttribute(option, written, `${attribute} of <${tag}>`)
      this.#set(name, value)
      // Malformed JSON has been reported already.
      if (written && value === undefined && option.kind !== 'json') {
        void check().then((checks) => checks.warnOfWord(tag, attribute, written, option))
      }
    }

    #set(name: string, value: unknown): void {
      this.#given[name] = value
      if (!this.#mounted || this.#waiting) return
      this.#waiting = true
      // Several options set in the same task are rendered once.
      queueMicrotask(() => {
        this.#waiting = false
        if (this.#mounted) this.settings = this.#settings()
      })
    }

    #settings(): Settings {
      return { host: this, values: { ...this.#given }, onRoot: this.#takeRoot }
    }

    #takeRoot = (root: RootValue): void => {
      this.#root = root
      this.#ready.resolve()
    }

    /** Navigates to a view as a link inside does, once the shop is known: the page may prevent it. */
    async navigate(name: RouteName, params?: RouteParams): Promise<void> {
      await this.#ready.promise
      this.#root?.navigate(name, params)
    }

    /** The address of a view on this page, once the shop is known. */
    async hrefOf(name: RouteName, params?: RouteParams): Promise<string> {
      await this.#ready.promise
      return this.#root?.hrefOf(name, params) ?? ''
    }

    /** Properties that were set before the definition are on the element itself and hide the accessors below. */
    #takeEarlyProperties(): void {
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        this.#set(name, checkedProperty(options[name], value, { tag, name }))
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
            this.#set(name, checkedProperty(options[name], value, { tag, name }))
          },
        })
      }
    }
  }
  return SurfaceElement
}

/** Keys that the page needs: to close a window of its own, and to keep the focus in it. */
const PASSING = /^(?:Tab|Escape|F\d+)$/

/**
 * What is typed in the shop is not for the page's hotkeys, to which its fields look like the element around them. Shortcuts with Ctrl
 * or Cmd are; with Alt, Ctrl makes letters.
 */
function withholdKey(event: KeyboardEvent): void {
  const isShortcut = event.metaKey || (event.ctrlKey && !event.altKey)
  if (!isShortcut && !PASSING.test(event.key)) event.stopPropagation()
}

/** Warnings for the page's developer, fetched when there is one. */
const check = () => import('./doctor/optionsCheck.ts')

/**
 * Frameworks set a template's attributes as properties: there too `headless` alone is a flag, and JSON is data. Warns the page's
 * developer of a value that the option cannot have.
 */
function checkedProperty(
  option: Option | undefined,
  value: unknown,
  { tag, name }: { tag: string; name: string },
): unknown {
  if (!option || option.kind === 'property') return value
  const read = readProperty(option, value, `${name} of <${tag}>`)
  // Malformed JSON has been reported already; an empty text is a template's way to say nothing.
  if (read === undefined && value != null && value !== '' && option.kind !== 'json')
    void check().then((checks) => checks.warnOfValue(tag, name, value, option))
  return read
}

function readProperty(option: Option, value: unknown, owner: string): unknown {
  if (typeof value === 'string') return readAttribute(option, value, owner)
  // A number is a text too, as in an attribute.
  if (option.kind === 'text') return typeof value === 'number' ? readAttribute(option, `${value}`, owner) : undefined
  return option.kind === 'number' && typeof value !== 'number' ? undefined : value
}

/** Attributes that any element may have without being options, and those of frameworks. */
const COMMON =
  /^(?:class|tabindex|accesskey|contenteditable|exportparts|is|item\w+|(?:aria|data|v|x|ng|on)-?.*)$|[^a-z-]/

/** Warns the page's developer of unknown attributes: a misspelt one would otherwise silently do nothing. */
async function warnOfUnknownAttributes(
  element: HTMLElement,
  tag: string,
  options: ReadonlyMap<string, string>,
): Promise<void> {
  const isUnknown = (name: string) => !options.has(name) && !COMMON.test(name) && !(name in element)
  const wrong = element.getAttributeNames().filter(isUnknown)
  if (wrong.length === 0) return
  const { warnOfAttribute: tellOfAttribute } = await check()
  for (const name of wrong) tellOfAttribute(tag, name, [...options.keys()])
}

type FramedProps = Settings & {
  component: ElementDefinition['component']
  shadow: ShadowRoot
  defaults: Partial<RootOptions>
}

/** A surface in its root, with the root's options taken from those of the element. */
function Framed({ component: Surface, shadow, host, values, onRoot, defaults }: FramedProps) {
  const { api, provider, lang, mode, theme, routes, ...own } = values as Partial<RootOptions> & Record<string, unknown>
  const shopProvider = provider ?? defaults.provider
  if (!shopProvider)
    throw new Error('the option provider is missing: set the attribute, or data-provider on the script')
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
      shape={shapeOf(Surface as Shaped)}
    >
      <ReportRoot onRoot={onRoot} />
      <Surface {...own} />
    </Root>
  )
}

/** Passes the root to the element, whose methods act in it. */
function ReportRoot({ onRoot }: Pick<Settings, 'onRoot'>) {
  const root = useRoot()
  useLayoutEffect(() => onRoot(root), [root, onRoot])
  return null
}
