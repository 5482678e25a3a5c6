import { proxy, ref } from 'valtio/vanilla'
import { indexed } from '../../natives.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import { type TemplateListItem, templates } from '../../template/contract.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import { routeWords } from '../../template/routeWords.ts'
import type { ShownScene } from '../../template/scene.ts'
import { failureText } from './switchTemplate.ts'

/** The templates in which a design can continue: those of its product, each with the subject's pictures. */
export type TemplateChoiceState = {
  status: 'loading' | 'ready' | 'failed'
  error: string
  templates: readonly TemplateListItem[]
  /** By template; missing while it is loading. */
  scenes: Record<string, ShownScene>
}

export type TemplateChoice = { readonly state: TemplateChoiceState; load(): Promise<void> }

/** The number of scenes per request: the first ones arrive while the others are still being laid out. */
const SCENES_PER_REQUEST = 6

export function createTemplateChoice(
  shop: Pick<Shop, 'call' | 'locale'>,
  { type, product, subject }: { type: TemplateDefinition['type']; product: string; subject: string | null },
): TemplateChoice {
  const state = proxy<TemplateChoiceState>({ status: 'loading', error: '', templates: [], scenes: {} })
  onLanguageChange(shop, () => {
    state.error = ''
  })

  async function fetchScenes(list: readonly TemplateListItem[]): Promise<void> {
    for (let start = 0; start < list.length; start += SCENES_PER_REQUEST) {
      const some = list.slice(start, start + SCENES_PER_REQUEST)
      const requests = some.map(({ uuid, version }) => ({
        template: { uuid, version },
        subject,
        language: shop.locale.language,
      }))
      const { scenes } = await shop.call(templates.scenes, { scenes: requests })
      for (const [index, { uuid }] of indexed(some)) if (scenes[index]) state.scenes[uuid] = ref(scenes[index])
    }
  }

  return {
    state,
    async load() {
      Object.assign(state, { status: 'loading', error: '' })
      try {
        const all = await shop.call(templates.list, { type: routeWords[type] })
        const list = all.filter((template) => template.product.uuid === product)
        Object.assign(state, { status: 'ready', templates: ref(list) })
        await fetchScenes(list)
      } catch (error) {
        Object.assign(state, { status: 'failed', error: failureText(error) })
      }
    },
  }
}
