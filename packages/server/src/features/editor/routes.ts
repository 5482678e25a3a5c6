import { editor as contract } from '@portraitkit/core/editor/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import { Failure, wrongField } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { mergeDrafts } from '../access/mergeDrafts.ts'
import { lineDesigns, removeLineDesign, saveLineDesign } from '../cart/collection.ts'
import { visibleDrafts } from '../jobs/pictures/visibleDrafts.ts'
import { templateOf } from '../template/collection.ts'
import { checkDraftContent, checkOnSale, cleanContent } from '../template/scenes/checkContent.ts'
import { fillDesign, fillSubjectOf } from '../template/scenes/fillDesign.ts'
import { picturesIn } from '../template/scenes/picturesIn.ts'
import { subjectOfDesign } from '../template/subjectOfDesign.ts'
import { designs } from './collection.ts'
import { fillUserStrings } from './fillUserStrings.ts'
import { forgetDesigns } from './forgetSubjects.ts'
import { ownTemplate } from './ownTemplate.ts'
import { editorPersonalData } from './personalData.ts'
import { unfinishedDesigns } from './unfinishedDesigns.ts'

export const editor: Feature = {
  name: 'editor',
  collections: designs.collections,
  personalData: editorPersonalData,
  forgetSubjects: forgetDesigns,
  mergeSubjects: mergeDrafts(designs, subjectOfDesign),
  picturesInUse: async (app, { provider, uuid }) => {
    const designs = await providerCollection<{ customer: string; content: DesignContent }>(app, 'designs', provider)
      .find({ customer: uuid })
      .toArray()
    return designs.flatMap(({ content }) => picturesIn(content.resources))
  },
  calls: bind(contract, {
    fillTemplate: async ({ template, subject }, { app, provider, customer, language }) => {
      const definition = await templateOf(app, provider.key, template.uuid)
      if (!definition) throw new Failure('template.unknown')
      checkOnSale(definition, app.clock())
      const filled = await fillSubjectOf(app, provider, customer?.uuid ?? null, subject.uuid)
      const { resources, year } = await fillDesign(app, definition, filled, { subject: subject.uuid, language })
      return { userResources: resources, year: year ?? null }
    },

    ownTemplates: async ({ productUuid }, call) => {
      const { app, provider, customer, language } = call
      const own = await visibleDrafts(app, provider.key, await designs.findOf(app, provider, customer, productUuid))
      const items = await Promise.all(own.map((design) => ownTemplate(app, provider.key, design, language)))
      return items.filter((item) => item !== null)
    },

    fillUserStrings: (input, call) => fillUserStrings(input, call),

    unfinished: (_, { app, provider, customer, language }) => unfinishedDesigns(app, provider, customer, language),

    getDesign: getFrom(designs),
    saveDesign: saveTo(designs.save),
    deleteDesign: deleteFrom(designs.remove),

    getLineDesign: getFrom(lineDesigns),
    saveLineDesign: saveTo(saveLineDesign),
    deleteLineDesign: deleteFrom(removeLineDesign),
  }),
}

type DesignDrafts = typeof designs
type Call = CallContext<'customer'>

function getFrom(drafts: DesignDrafts) {
  return async ({ uuid }: InputOf<typeof contract.getDesign>, { app, provider, customer }: Call) => {
    const found = await drafts.find(app, provider, customer, uuid)
    const [design = null] = found ? await visibleDrafts(app, provider.key, [found]) : []
    return { design }
  }
}

function saveTo(save: DesignDrafts['save']) {
  return async (input: InputOf<typeof contract.saveDesign>, { app, provider, customer, now }: Call) => {
    const { definition, content, withheld } = await checkDraftContent(app, provider, customer.uuid, input.content)
    checkOnSale(definition, now)
    if (definition.product !== input.product) {
      throw wrongField('product', { code: 'other-product' })
    }
    const next = { ...input, content: cleanContent(content) }
    const { saved, draft: design } = await save(app, provider, customer, next, now)
    if (!design) throw new Failure('editor.unknown_design')
    if (!saved) throw new Failure('editor.design_changed', { data: design })
    return { design, withheld }
  }
}

function deleteFrom(remove: DesignDrafts['remove']) {
  return async (input: InputOf<typeof contract.deleteDesign>, { app, provider, customer }: Call) => {
    const { removed, draft: design } = await remove(app, provider, customer, input)
    if (design) throw new Failure('editor.design_changed', { data: design })
    if (!removed) throw new Failure('editor.unknown_design')
    return {}
  }
}
