/** Every address below `/pictures` is a view of the shop, which stands in the layout. */
export default function View() {
  return null
}
