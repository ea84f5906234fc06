/** All texts of an element, in order, with one space between: parts that only the layout keeps apart stay apart. */
export function spacedText(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue?.trim() ?? '')
  return texts.filter(text => text !== '').join(' ')
}
