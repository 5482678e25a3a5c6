import { version } from 'react'

/** The first version of React that the npm package runs on. The script tag brings its own. */
const MIN_REACT = 19

/** Throws in an older React, in which views would fail one by one, each with a message of its own. */
export function requireReact(current: string): void {
  if (Number.parseInt(current, 10) >= MIN_REACT) return
  throw new Error(
    `Portraitkit needs React ${MIN_REACT}, and this page has React ${current}. Install it: npm install react@${MIN_REACT} react-dom@${MIN_REACT}. A page that stays with React ${Number.parseInt(current, 10)} can have the elements by the script tag, which needs no React.`,
  )
}

requireReact(version)
