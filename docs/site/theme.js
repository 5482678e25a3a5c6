// Before the first paint: what somebody chose last; without a choice the device decides.
try {
  const chosen = localStorage.getItem('docs-theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {
  // Storage may be forbidden: the choice then lasts as long as the page.
}
