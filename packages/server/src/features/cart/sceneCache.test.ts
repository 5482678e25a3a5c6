import type { Scene } from '@portraitkit/core/template/scene.ts'
import { expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { cacheScene, findCachedScene } from './sceneCache.ts'

const MEGABYTE = 1024 * 1024
const aScene = (size: number) =>
  JSON.stringify({ template: { uuid: 'x'.repeat(size), version: 1 }, parts: [] } satisfies Partial<Scene>)
const anApp = () => ({ db: {} }) as App

it('finds a scene by its hash, in its own shop and database', () => {
  const app = anApp()
  const scene = cacheScene(app, 'a-shop', 'hash', aScene(10))
  expect(scene).toEqual(JSON.parse(aScene(10)))
  expect(findCachedScene(app, 'a-shop', 'hash')).toBe(scene)
  expect(findCachedScene(app, 'another', 'hash')).toBeUndefined()
  expect(findCachedScene(anApp(), 'a-shop', 'hash')).toBeUndefined()
})

it('drops the oldest scenes when they are too large together', () => {
  const app = anApp()
  const hashes = Array.from({ length: 20 }, (_each, index) => `hash ${index}`)
  for (const hash of hashes) cacheScene(app, 'a-shop', hash, aScene(MEGABYTE))
  const found = hashes.filter((hash) => findCachedScene(app, 'a-shop', hash))
  expect(found).toEqual(hashes.slice(5))
})
