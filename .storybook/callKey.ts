import { canonicalJson } from '../packages/core/src/template/sceneHash.ts'

/** The person viewing a story: a customer with everything, one who has just signed up, or a signed-out visitor. */
export const PEOPLE = ['customer', 'newcomer', 'visitor'] as const
export type Person = (typeof PEOPLE)[number]

/** Names that stories refer to: uuids and words of the recorded world. */
export type Names = Readonly<Record<string, string>>

/** All answers of the server to one person of one shop in one language, by the calls' keys. */
export type Recording = {
  names: Names
  /** What the server says in a story in which calls fail. */
  failure: string
  answers: Record<string, { status: number; body: unknown }>
}

/** The recorded shops, people and languages. */
export type RecordedWorld = { providers: { key: string; name: string; languages: string[] }[] }

/** The name of a recording's file. */
export const recordingFile = (provider: string, person: Person, language: string): string =>
  `${provider}-${person}-${language}.json`

type Scenes = { scenes: unknown[] }

/** Scenes are requested by the dozen, depending on what is visible: they are recorded one by one. */
export const isScenesCall = (path: string): boolean => path.split('?')[0] === '/api/webshop/scenes'
export const scenesOf = (body: string | undefined): unknown[] => (JSON.parse(body ?? '{"scenes":[]}') as Scenes).scenes
export const sceneKey = (scene: unknown): string => `scene ${canonicalJson(scene)}`

/**
 * The key of a call, whoever makes it. `address` begins with the path. The provider is the recording's, and values generated
 * for each call are left out.
 */
export function callKey(method: string, address: string, body: string | undefined): string {
  const { pathname, searchParams } = new URL(address, 'http://recorded')
  searchParams.delete('provider')
  searchParams.sort()
  const sent = Object.entries(JSON.parse(body ?? '{}') as object).filter(([key]) => !/^(?:requestId|claim)$/.test(key))
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return [method, `${pathname}${query}`, sent.length > 0 ? canonicalJson(Object.fromEntries(sent)) : '']
    .join(' ')
    .trim()
}
