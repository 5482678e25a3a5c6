import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react'

/**
 * Renders a component whose value is given by its owner: what a person types or chooses becomes its value, until the story's control
 * says another one. `onChange` is the arg that hears of it.
 */
export const holdsArg = <P extends object>(component: ComponentType<P>, value: keyof P, onChange: keyof P) =>
  function Controlled(args: P): ReactElement {
    const [current, setCurrent] = useState(args[value])
    useEffect(() => setCurrent(args[value]), [args[value]])
    const change = (next: P[keyof P]) => {
      const tell: unknown = args[onChange]
      if (typeof tell === 'function') tell(next)
      setCurrent(next)
    }
    return createElement(component, { ...args, [value]: current, [onChange]: change })
  }
