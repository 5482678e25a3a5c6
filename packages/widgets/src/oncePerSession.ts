/** True once a session of this tab (001 §9: session keys hold the pinch-zoom hint and the add-to-cart warning). */
export function isFirstTime(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Without storage nobody can say whether it was shown; better not every time.
    return false
  }
}
