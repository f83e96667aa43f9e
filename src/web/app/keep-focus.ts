/**
 * Returns the focus to a control that was disabled while it had focus, such as a submit button during its request.
 * Browsers then move the focus to the page, even behind a dialog. If the user has focused something else meanwhile, the
 * focus stays there.
 */
export function keepFocus(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
  })
  // A press outside the control means that the user has left it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && last?.contains(target))) last = null
  })
  const enabled = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target !== last || !(target instanceof HTMLElement) || target.hasAttribute('disabled')) continue
      // A closing dialog returns the focus to its opener instead.
      if (target.closest('[data-closing]')) continue
      if (document.activeElement === document.body) target.focus()
    }
  })
  enabled.observe(document, { subtree: true, attributeFilter: ['disabled'] })
}
