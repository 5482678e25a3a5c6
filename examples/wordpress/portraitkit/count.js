// Shows the number of items in the cart wherever a page or a menu has <span class="portraitkit-count"></span>.
document.addEventListener('pk-cart-count', ({ detail }) => {
  for (const place of document.querySelectorAll('.portraitkit-count')) place.textContent = detail.count || ''
})
