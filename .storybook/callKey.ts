import { canonicalJson } from '../packages/core/src/template/sceneHash.ts'

/** Who looks at a story: a customer with everything, one who has just signed up, or somebody who is signed out. */
export const PEOPLE = ['customer', 'newcomer', 'visitor'] as const
export type Person = (typeof PEOPLE)[number]

/** What stories refer to by name: uuids and words of the world that was recorded. */
export type Names = Readonly<Record<string, string>>

/** Everything that the server answered to one person of one shop in one language, by the calls' keys. */
export type Recording = { names: Names; answers: Record<string, { status: number; body: unknown }> }

/** What can be chosen among. */
export type RecordedWorld = { providers: { key: string; name: string; languages: string[] }[] }

/** The name of a recording's file. */
export const recordingFile = (provider: string, person: Person, language: string): string =>
  `${provider}-${person}-${language}.json`

type Scenes = { scenes: unknown[] }

/** Scenes are asked for by the dozen, whichever are in sight: they are known one by one. */
export const isScenesCall = (path: string): boolean => path.split('?')[0] === '/api/webshop/scenes'
export const scenesOf = (body: string | undefined): unknown[] => (JSON.parse(body ?? '{"scenes":[]}') as Scenes).scenes
export const sceneKey = (scene: unknown): string => `scene ${canonicalJson(scene)}`

/**
 * One name for a call, whoever makes it. `address` begins with the path. The provider is the recording's, and what is made up
 * anew with each call is left out.
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
