import type { NewLine } from '@portraitkit/core/cart/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import { isComplete } from '@portraitkit/core/template/slots.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { checkContent, checkOnSale, cleanContent } from '../template/scenes/checkContent.ts'
import { layOutDesign } from '../template/scenes/layOutDesign.ts'
import { grantedPictures, showScene } from '../template/scenes/showScene.ts'
import { refuseClosed } from './closedJobs.ts'
import type { LineDesign } from './line.ts'

type Call = CallContext<'customer'>
type SentDesign = Pick<NewLine, 'template' | 'templateData' | 'sceneHash' | 'subject'>
/** `subject`: whose texts are filled in. `subjects`: everyone whose pictures or names are in the design. */
export type CheckedDesign = LineDesign & { subject: string | null; subjects: string[]; scene: Scene }

/**
 * A design as it will be printed. The server lays it out itself; if the customer saw something else, nothing is done and the
 * failure's `data` contains the server's scene.
 */
export async function checkDesign(
  sentDesign: SentDesign,
  productUuid: string,
  index: number,
  call: Call,
): Promise<CheckedDesign> {
  const { app, provider, customer, language } = call
  const { template, subject, templateData } = sentDesign
  const { userResources, year: sentYear } = templateData
  const cleaned = cleanContent({
    template,
    subject,
    resources: userResources,
    ...(sentYear !== null && { year: sentYear }),
  })
  const { definition, content } = await checkContent(app, provider, customer.uuid, cleaned)
  checkOnSale(definition, app.clock())
  const { resources, year = null } = content
  if (definition.product !== productUuid) throw new Failure('cart.unknown_product')
  if (!isComplete(definition, content)) throw new Failure('cart.incomplete')
  const scene = await layOutDesign(app, provider, content, language)
  const hash = await sceneHash(scene)
  if (hash !== sentDesign.sceneHash) {
    const preview = await showScene(app, provider, customer.uuid, scene)
    throw new Failure('editor.preview_differs', { data: { ...preview, line: index } })
  }
  const tooLong = overflowing(scene)
  if (tooLong.length > 0) throw new Failure('cart.text_overflow', { data: { line: index, texts: tooLong } })
  const subjects = await subjectsIn(content, definition, call)
  await refuseClosed(call, subjects)
  return { template, subject, resources, year, sceneHash: hash, subjects, scene }
}

/** The texts that do not fit their boxes: they would overlap something else in print. */
function overflowing({ parts }: Scene): string[] {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'glyphs' && node.overflow ? [node.id] : [])),
  )
}

/** The subjects that a design shows: those whose pictures are in it, and the one whose name is filled in. */
async function subjectsIn(content: DesignContent, definition: TemplateDefinition, call: Call): Promise<string[]> {
  const used = content.resources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image.uuid] : []))
  const pictures = await grantedPictures(call.app, call.provider, call.customer.uuid, used)
  const pictured = used.flatMap((uuid) => pictures.get(uuid)?.subject ?? [])
  const isNamed = definition.parts.some(({ layers }) => layers.some((layer) => layer.kind === 'text' && layer.fill))
  return [
    ...new Set([...(content.subject && (isNamed || pictured.length === 0) ? [content.subject] : []), ...pictured]),
  ]
}
