export function Studio() {
  return (
    <main className="words">
      <h1 className="headline">The studio</h1>
      <p className="lead">Hanna keeps the light, Joel keeps the jokes. Together we have photographed 214 classes.</p>
      <p>
        We work with one lamp and a window. Nobody has to say cheese, and nobody is hurried: whoever needs a second try
        gets it at the end of the day, when the corridor is quiet.
      </p>
      <p>Every picture is looked at by one of us before your letter is printed.</p>
    </main>
  )
}
