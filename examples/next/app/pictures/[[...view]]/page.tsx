/** Every address below `/pictures` is a view of the shop, which is in the layout. */
export default function View() {
  return null
}
