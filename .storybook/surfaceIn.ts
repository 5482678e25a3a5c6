import { fireEvent, userEvent, waitFor, within } from 'storybook/test'

/** What a person finds in a surface, which is in a shadow root, and the first element of a selector, once it is there. */
type SurfaceQueries = ReturnType<typeof within> & { find(selector: string): Promise<HTMLElement> }

/** The surface of a story, for its play function. */
export async function surfaceIn(canvasElement: HTMLElement): Promise<SurfaceQueries> {
  const root = await waitFor(() => {
    const element = [...canvasElement.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)
    if (!element?.shadowRoot) throw new Error('The story has no surface')
    return element.shadowRoot
  })
  const find = (selector: string) =>
    waitFor(() => {
      const found = root.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`The surface has no ${selector}`)
      return found
    })
  return { ...within(root as unknown as HTMLElement), find }
}

/** Types into a field of a surface, whole: letters that `userEvent.type` types into a shadow root are not noticed by React. */
export async function fill(field: HTMLElement, value: string): Promise<void> {
  await userEvent.click(field)
  await fireEvent.input(field, { target: { value } })
}
