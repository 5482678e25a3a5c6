import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scene } from './scene.ts'
import { canonicalJson, sceneHash } from './sceneHash.ts'

const scene: Scene = {
  format: 1,
  template: { uuid: '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a01', version: 1 },
  trimBox: { width: 150, height: 150 },
  bleed: 3,
  safe: 5,
  parts: [{ id: 'front', nodes: [{ kind: 'path', d: 'M0 0h1v1z', fill: '#ffffff' }] }],
}

describe('the fingerprint of a scene', () => {
  it('is the same for the same scene, whatever the order of its keys', async () => {
    const { parts, ...rest } = scene
    expect(await sceneHash({ parts, ...rest } as Scene)).toBe(await sceneHash(scene))
    expect(await sceneHash(JSON.parse(JSON.stringify(scene)))).toBe(await sceneHash(scene))
    expect(await sceneHash(scene)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('differs as soon as anything that is painted differs', async () => {
    const moved = {
      ...scene,
      parts: [{ id: 'front', nodes: [{ kind: 'path' as const, d: 'M0 0h1.001v1z', fill: '#ffffff' }] }],
    }
    expect(await sceneHash(moved)).not.toBe(await sceneHash(scene))
  })

  it('is the hash of JSON with the same content and sorted keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      }),
    )
    expect(canonicalJson({ b: 1, a: [undefined, { d: undefined, c: 'ø' }] })).toBe('{"a":[null,{"c":"ø"}],"b":1}')
  })
})
