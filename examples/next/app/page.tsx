import { CodeForm } from './Shop.tsx'

export default function Home() {
  return (
    <main>
      <section className="hero">
        <h1 className="headline">A north window, a chair, and your child.</h1>
        <p className="lead">
          Nothing else is in our pictures. We visit schools along the coast, take twenty minutes for every group and
          print what we would hang on our own walls.
        </p>
        <img className="art" src="/window.svg" alt="" width="960" height="540" />
      </section>
      <section className="shop" aria-label="Your pictures">
        <CodeForm />
      </section>
    </main>
  )
}
