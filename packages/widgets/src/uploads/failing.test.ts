import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../server/src/server.ts'
import {
  aLargePicture,
  allowOwnPictures,
  aPicture,
  choose,
  failed,
  openFileChooser,
  own,
  slowLine,
  sourceOf,
  status,
} from '../testing/buildFiles.ts'
import { computer, eventually, phone, withPerson, withWorld } from '../testing/buildPerson.ts'

// Files that do not arrive: over broken connections, to a server that refuses them or has stopped.

/**
 * Counts the requests of which the page knows that they failed. Only then does its pause begin: until then the page still shows
 * the text of the pause before, and a clock that is moved is moved too early.
 */
async function countFailures(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const failures = { count: 0 }
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      this.addEventListener('loadend', () => {
        failures.count += 1
      })
      send.call(this, body)
    }
    return failures
  })
  return () => count.evaluate((failures) => failures.count)
}

const world = withWorld()
beforeAll(() => allowOwnPictures(world))

describe('uploading on a phone', () => {
  const hand = withPerson(world, 'preact', phone)

  it('[UPL-2] retries a file five times, five seconds apart, then explains what to do and sends it on request', async () => {
    const person = await hand.edit()
    const { page, press } = person
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/user/images')) sent.push(request.url())
    })
    const listed = page.waitForResponse(/\/recent-images/)
    await press('Change photos')
    await (await listed).finished()
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 1000))
    const failures = await countFailures(page)
    await page.context().setOffline(true)
    const chooser = await openFileChooser(person, () => sourceOf(person, 'My own').check())
    await chooser.setFiles([await aPicture('lost.jpg')])
    for (let tries = 1; tries <= 6; tries++) {
      await eventually(() => sent.length).toBe(tries)
      await eventually(failures).toBe(tries)
      if (tries === 6) break
      await status(person).getByRole('status').getByText('Retrying...').waitFor()
      await page.clock.runFor(4900)
      expect(sent.length).toBe(tries)
      await page.clock.runFor(200)
    }
    await failed(person)
      .getByText("At least one of the files couldn't be uploaded due to an issue with your Internet connection.")
      .waitFor()
    await failed(person).getByText('Please check your connection and try again.').waitFor()
    await page.clock.runFor(60_000)
    expect(sent.length).toBe(6)
    await failed(person).getByText('lost.jpg').waitFor()

    await page.context().setOffline(false)
    await page.clock.resume()
    await press(failed(person).getByRole('button', { name: 'Try again' }))
    await own(person, 1).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await person.closed()
  })

  it('[UPL-2] reports that one of several has failed, keeps the others, and Ok returns', async () => {
    const person = await hand.edit()
    const { page, press } = person
    await press('Change photos')
    await sourceOf(person, 'My own').waitFor()
    await page.clock.install()
    await page.route('**/api/webshop/user/images', (route) =>
      route.request().postDataBuffer()?.includes('bad.jpg')
        ? route.fulfill({ status: 502, body: '' })
        : route.continue(),
    )
    const chooser = await openFileChooser(person, () => sourceOf(person, 'My own').check())
    await chooser.setFiles([await aPicture('bad.jpg'), await aPicture('good.jpg')])
    const row = status(person).locator('li').getByText('Retrying...')
    await row.waitFor()
    await status(person).getByText('1 of 2 uploaded').waitFor()
    await press(status(person).getByRole('button', { name: 'Continue editing' }))
    await person.announces('Retrying...')
    await press(/^Uploading: \d+ % Retrying\.\.\.$/)
    // however long an answer takes, the clock advances until the last attempt has failed
    const hasFailed = async () => {
      await page.clock.fastForward(5100)
      return failed(person).isVisible()
    }
    await eventually(hasFailed).toBe(true)
    await press(failed(person).getByRole('button', { name: 'Ok' }))
    await own(person, 1).waitFor()
    expect(await own(person, 2).count()).toBe(0)
    await person.closed()
  })

  it('reports at once what the server refuses, and does not send it again', async () => {
    const person = await hand.editPicture()
    let sent = 0
    person.page.on('request', (request) => {
      if (request.url().endsWith('/user/images')) sent += 1
    })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const whole = await aPicture('half.jpg')
    await choose(person, [
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      { ...whole, buffer: whole.buffer.subarray(0, 3000) },
      await aPicture('whole.jpg'),
    ])
    const dialog = person.page.getByRole('dialog', { name: 'Not every file can be used' })
    await dialog.getByText('This is not a JPEG, PNG or WebP picture.').waitFor()
    await dialog.getByText('This picture is damaged or not complete.').waitFor()
    await person.press(dialog.getByRole('button', { name: 'Ok' }))
    await own(person, 1).waitFor()
    expect(sent).toBe(3)
    await person.closed()
  })

  it('does not blame the file if the session has ended', async () => {
    const person = await hand.editPicture()
    await person.page.context().clearCookies()
    await choose(person, [await aPicture()])
    const dialog = person.page.getByRole('dialog', { name: 'Upload failed' })
    await dialog.getByText('Please sign in first.').waitFor()
    await person.press(dialog.getByRole('button', { name: 'Ok' }))
    await person.closed()
  })
})

/** The connections of the server. A graceful end finishes a running upload; destroying the socket does not. */
const lines = new Set<Socket>()
subscribe('net.server.socket', (message) => lines.add((message as { socket: Socket }).socket))

describe('a server that fails during an upload', () => {
  const hand = withPerson(world, 'react', computer)

  it('[UPL-2] is waited for, and receives the file when it is back', async () => {
    const person = await hand.editPicture()
    await slowLine(person.page, 250_000)
    await person.page.clock.install()
    await choose(person, [await aLargePicture('a.jpg')])
    await status(person)
      .getByText(/[1-9]\d? %/)
      .waitFor()
    const { env } = world.server.app
    const closing = world.server.server.close()
    for (const line of lines) line.destroy()
    await status(person).locator('li').getByText('Retrying...').waitFor()
    await closing
    const again = await startServer({ env, staticFolders: { site: '/nowhere', widgets: '/nowhere' } })
    world.server = { ...world.server, app: again.app, server: again }
    await slowLine(person.page, -1)
    await person.page.clock.fastForward(5000)
    await own(person, 1).waitFor()
    expect(await person.customer.client.call(uploads.recent, {})).toHaveLength(1)
    await person.closed()
  })
})
