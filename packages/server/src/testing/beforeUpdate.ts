import type { App } from '../platform/app.ts'

/** The app, in which something happens just before each update of a document of a collection. */
export function beforeUpdate(app: App, of: string, happen: () => Promise<void>): App {
  const collection = (name: string) => {
    const real = app.db.collection(name)
    if (name !== of) return real
    return new Proxy(real, {
      get: (_, field) => {
        const value = Reflect.get(real, field)
        if (typeof value !== 'function') return value
        if (field !== 'updateOne' && field !== 'findOneAndUpdate') return value.bind(real)
        return async (...given: unknown[]) => {
          await happen()
          return value.apply(real, given)
        }
      },
    })
  }
  const db = new Proxy(app.db, {
    get: (real, field) => (field === 'collection' ? collection : Reflect.get(real, field)),
  })
  return { ...app, db }
}
