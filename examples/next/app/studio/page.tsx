export default function Studio() {
  return (
    <main className="words">
      <h1 className="headline">The studio</h1>
      <p className="lead">Ida and Tom, one camera each, no flash.</p>
      <p>
        A school hall has better light than most studios, if you know where to put the chair. We look for it before the
        first child arrives, and we are gone before lunch.
      </p>
      <p>Prints are made on cotton paper in our own darkroom's successor: a quiet printer in the next room.</p>
    </main>
  )
}
