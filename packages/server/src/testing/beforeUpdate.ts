import type { App } from '../platform/app.ts'

/** The app, in which something happens just before each update of a document of a collection. */
export function beforeUpdate(app: App, of: string, happen: () => Promise<void>): App {
  const collection = (name: string) => {
    const real = app.db.collection(name)
    if (name !== of) return real
    const updateOne: typeof real.updateOne = async (...given) => {
      await happen()
      return real.updateOne(...given)
    }
    return new Proxy(real, {
      get: (_, field) => {
        const value = Reflect.get(real, field)
        return field === 'updateOne' ? updateOne : typeof value === 'function' ? value.bind(real) : value
      },
    })
  }
  const db = new Proxy(app.db, {
    get: (real, field) => (field === 'collection' ? collection : Reflect.get(real, field)),
  })
  return { ...app, db }
}
