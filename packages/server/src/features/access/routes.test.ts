import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { GUESSING } from './codeStrength.ts'
import { CodeTakenError, saveCode, subjectsOfCode } from './codes.ts'

let server: TestServer
let set: BuiltPictureSet
const shownSubject = ({ uuid, name, group }: BuiltPictureSet['subject']) => ({ uuid, name, group })

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
})
afterAll(() => server.close())

describe('a code entered by a visitor', () => {
  it('[API-1] returns the children whose pictures it opens, and a flow token', async () => {
    const answer = await server.client().call(access.verifySubjectCode, { code: set.code })
    expect(answer).toEqual({ valid: true, data: { flow: expect.any(String), subjects: [shownSubject(set.subject)] } })
  })

  it.each([
    ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ['dashes', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['small letters', (code: string) => code.toLowerCase()],
    ['the letter O for a zero', (code: string) => code.replaceAll('0', 'O')],
    ['the digit zero for an O', (code: string) => code.replaceAll('O', '0')],
    ['I and l for a one', (code: string) => code.replace('1', 'I').replaceAll('1', 'l')],
  ])('is accepted with %s', async (_name, typed) => {
    const code = `MAO10${randomUUID().slice(0, 6)}11`
    await saveCode(server.app, server.provider, { code, subjects: [set.subject.uuid] })
    const answer = await server.client().call(access.verifySubjectCode, { code: typed(code) })
    expect(answer.data?.subjects).toEqual([shownSubject(set.subject)])
  })

  it('[ENT-9] an unknown code is not valid and says so', async () => {
    const answer = await server.client().call(access.verifySubjectCode, { code: 'NOSUCHCODE' })
    expect(answer).toEqual({ valid: false, errorMessage: 'The code is not valid' })
  })

  it('[ENT-14] one code may open several picture sets', async () => {
    const sibling = await buildPictureSet(server.app, server.provider)
    const code = `BOTH${randomUUID().slice(0, 6)}`
    await saveCode(server.app, server.provider, { code, subjects: [set.subject.uuid, sibling.subject.uuid] })
    const answer = await server.client().call(access.verifySubjectCode, { code })
    expect(answer.data?.subjects).toEqual([shownSubject(set.subject), shownSubject(sibling.subject)])
  })

  it('[ENT-11] opens an archived set and one whose pictures are not ready, and says so', async () => {
    const archived = await buildPictureSet(server.app, server.provider, { job: { isArchived: true } })
    const unready = await buildPictureSet(server.app, server.provider, { job: { published: false } })
    for (const [{ code, subject }, state] of [
      [archived, 'archived'],
      [unready, 'waiting'],
    ] as const) {
      const answer = await server.client().call(access.verifySubjectCode, { code })
      expect(answer).toMatchObject({ valid: true, data: { subjects: [{ ...shownSubject(subject), state }] } })
    }
  })

  it('[LOC-3] opens nothing at another provider', async () => {
    const answer = await server.client(server.other).call(access.verifySubjectCode, { code: set.code })
    expect(answer.valid).toBe(false)
  })

  it('[API-2] a code that is missing or too long is refused with its field', async () => {
    for (const input of [{}, { code: 'x'.repeat(65) }]) {
      const failure = await server.client().fail(access.verifySubjectCode, input)
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: ['code'] })
    }
  })
})

describe('a code entered by a signed-in customer', () => {
  it('[ACC-9] adds the picture sets', async () => {
    const { client } = await buildCustomer(server)
    const answer = await client.call(access.addPictureSetByCode, { code: set.code })
    expect(answer).toEqual({ valid: true, subjects: [shownSubject(set.subject)] })
    const { pictureSets: mine } = await client.call(pictureSets.list, {})
    expect(mine.map(({ subject }) => subject)).toEqual([shownSubject(set.subject)])
  })

  it('[ENT-10] warns if the customer has the subject already', async () => {
    const { client } = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const answer = await client.call(access.addPictureSetByCode, { code: set.code })
    expect(answer).toEqual({ valid: true, warning: { payload: { subject: shownSubject(set.subject) } } })
  })

  it('[ENT-10] does not warn about what the same request added, if its answer was lost', async () => {
    const { client } = await buildCustomer(server)
    const request = { code: set.code, requestId: randomUUID() }
    const first = await client.call(access.addPictureSetByCode, request)
    expect(first.subjects).toEqual([shownSubject(set.subject)])
    expect(await client.call(access.addPictureSetByCode, request)).toEqual(first)
    const again = await client.call(access.addPictureSetByCode, { ...request, requestId: randomUUID() })
    expect(again.warning).toBeDefined()
  })

  it('[ENT-9] an unknown code adds nothing', async () => {
    const { client } = await buildCustomer(server)
    expect(await client.call(access.addPictureSetByCode, { code: 'NOSUCHCODE' })).toEqual({
      valid: false,
      error: 'The code is not valid',
    })
    expect((await client.call(pictureSets.list, {})).pictureSets).toEqual([])
  })

  it('[AUT-15] needs a signed-in customer', async () => {
    const failure = await server.client().fail(access.addPictureSetByCode, { code: set.code })
    expect(failure).toMatchObject({ status: 401, reason: 'session.required' })
  })

  it('is refused without x-provider, although it is a GET, and adds nothing', async () => {
    const { client } = await buildCustomer(server)
    const path = `/ajax/prophoto/add_picture_set_by_code.php?code=${set.code}&provider=${server.provider.key}`
    const got = await client.fetch(path)
    expect([got.status, got.json()]).toEqual([403, expect.objectContaining({ reason: 'provider.missing' })])
    expect((await client.call(pictureSets.list, {})).pictureSets).toEqual([])
  })

  it('[API-2] a code that is too long is refused with its field', async () => {
    const { client } = await buildCustomer(server)
    const failure = await client.fail(access.addPictureSetByCode, { code: 'x'.repeat(65) })
    expect(failure).toMatchObject({ status: 400, data: ['code'] })
  })

  it('[LOC-3] of another provider adds nothing', async () => {
    const { client } = await buildCustomer(server, { provider: server.other })
    expect((await client.call(access.addPictureSetByCode, { code: set.code })).valid).toBe(false)
  })
})

describe('guessing codes', () => {
  it('blocks an address after too many wrong codes, says for how long, and accepts correct ones again later', async () => {
    const mine = await startTestServer({ env: { TRUST_PROXY: '1' } })
    try {
      const { code } = await buildPictureSet(mine.app, mine.provider)
      const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
      const client = mine.client()
      for (let count = 0; count <= GUESSING.wrongCodesPerHour; count++) {
        // correct codes in between do not count, and the first of them allows one more wrong code
        await client.call(access.verifySubjectCode, { code }, from('198.51.100.7'))
        await client.call(access.verifySubjectCode, { code: `WRONG${count}` }, from('198.51.100.7'))
      }
      const failure = await client.fail(access.verifySubjectCode, { code }, from('198.51.100.7'))
      expect(failure).toMatchObject({ status: 429, reason: 'throttle.wait', data: { seconds: expect.any(Number) } })
      const elsewhere = await client.call(access.verifySubjectCode, { code }, from('198.51.100.8'))
      expect(elsewhere.valid).toBe(true)
      mine.wait(60 * 60_000)
      expect((await client.call(access.verifySubjectCode, { code }, from('198.51.100.7'))).valid).toBe(true)
    } finally {
      await mine.close()
    }
  })

  it('is not possible for another site through its visitors', async () => {
    const mine = await startTestServer()
    try {
      const path = `/ajax/prophoto/verify_subject_code.php?code=WRONGCODE&provider=${mine.provider.key}`
      for (let count = 0; count <= GUESSING.wrongCodesPerHour; count++) {
        expect((await mine.client().fetch(path)).json()).toMatchObject({ reason: 'provider.missing' })
      }
      const { code } = await buildPictureSet(mine.app, mine.provider)
      expect((await mine.client().call(access.verifySubjectCode, { code })).valid).toBe(true)
      const foreign = { headers: { origin: 'https://elsewhere.example' } }
      expect(await mine.client().fail(access.verifySubjectCode, { code }, foreign)).toMatchObject({
        reason: 'origin.refused',
      })
    } finally {
      await mine.close()
    }
  })

  it('from many addresses slows the answers down, and blocks no correct code', async () => {
    const mine = await startTestServer()
    try {
      const { code } = await buildPictureSet(mine.app, mine.provider)
      const client = mine.client()
      await client.call(access.verifySubjectCode, { code: 'WRONGCODE' })
      const counters = mine.app.db.collection<{ _id: string }>('throttles')
      const [all] = (await counters.find({}).toArray()).filter(({ _id }) => _id.startsWith('code-provider '))
      await counters.updateOne({ _id: all?._id ?? '' }, { $set: { count: 1_000_000 } })
      const started = performance.now()
      expect((await client.call(access.verifySubjectCode, { code })).valid).toBe(true)
      expect(performance.now() - started).toBeGreaterThan(1000)
    } finally {
      await mine.close()
    }
  })

  it('gets no further with many attempts at the same time', async () => {
    const mine = await startTestServer()
    try {
      const client = mine.client()
      const codes = Array.from({ length: 40 }, (_each, index) => `GUESS${index}`)
      const answers = await Promise.all(codes.map((code) => client.send(access.verifySubjectCode, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(GUESSING.wrongCodesPerHour)
    } finally {
      await mine.close()
    }
  })
})

describe('the link on the letter', () => {
  it('opens the entry flow with the code filled in, and reveals it to no other page', async () => {
    const got = await server.client().fetch(`/c/${set.code}?provider=${server.provider.key}`)
    expect(got.status).toBe(302)
    expect(got.headers.location).toBe(`/enter-code?provider=${server.provider.key}&code=${set.code}`)
    expect(got.headers['referrer-policy']).toBe('strict-origin')
  })
})

describe('storing a code', () => {
  const uuid = randomUUID()

  it('accepts the same list again, and a longer one that contains it', async () => {
    const code = `SAME${randomUUID().slice(0, 6)}`
    await saveCode(server.app, server.provider, { code, subjects: [uuid] })
    await saveCode(server.app, server.provider, { code, subjects: [uuid] })
    const more = randomUUID()
    await saveCode(server.app, server.provider, { code, subjects: [uuid, more] })
    expect(await subjectsOfCode(server.app, server.provider, code)).toEqual([uuid, more])
  })

  it('refuses a code that opens other subjects, also one that only looks the same', async () => {
    const rest = randomUUID().slice(0, 6)
    await saveCode(server.app, server.provider, { code: `OLIVER${rest}`, subjects: [uuid] })
    for (const code of [`OLIVER${rest}`, `0LIVER${rest}`]) {
      const saving = saveCode(server.app, server.provider, { code, subjects: [randomUUID()] })
      await expect(saving).rejects.toThrow(CodeTakenError)
    }
    expect(await subjectsOfCode(server.app, server.provider, `OLIVER${rest}`)).toEqual([uuid])
  })
})
