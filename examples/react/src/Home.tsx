import { CodeEntry } from '@portraitkit/widgets/code-entry'
import { Shop } from './Shop.tsx'

export function Home() {
  return (
    <main>
      <section className="hero">
        <div>
          <h1 className="headline">The whole class, and each one of them.</h1>
          <p className="lead">
            We come to your school with a stool, a soft light and as many jokes as it takes. Two weeks later there is a
            letter in the school bag, and the pictures are here.
          </p>
        </div>
        <img className="art" src="/class.svg" alt="" width="640" height="480" />
      </section>
      <section className="shop" aria-label="Your pictures">
        <Shop>
          <CodeEntry />
        </Shop>
      </section>
    </main>
  )
}
