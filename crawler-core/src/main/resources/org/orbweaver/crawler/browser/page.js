// Runs beside a page, in a world of its own: the page's changes to built-in objects are not seen
// here. All walks keep their own stack, since a page may nest deeper than a stack holds.
globalThis.orbweaver = (() => {
  const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  // Neither text nor links: scripts have run, and templates are not part of the page.
  const LEFT_OUT = new Set('script style noscript template noembed noframes'.split(' '));
  const NAME = /^[a-z][a-z0-9._:-]*$/;
  const ATTRIBUTE = /^[^\s"'<>\/=\u0000-\u001f\u007f]+$/;
  const MAX_MEASURED = 200000;
  // Documents of frames of other origins of the site, by their elements.
  const frames = new WeakMap();

  const text = s => s.replace(/[&<>\u00a0]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[c] || '&nbsp;');
  const value = s => s.replace(/[&<>"\u00a0]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c] || '&nbsp;');

  const frameDocument = element => {
    try {
      return element.contentDocument;
    } catch (e) {
      return null;
    }
  };

  // What is shown in an element: its shadow tree, the nodes assigned to a slot, or its own nodes.
  const children = node => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.localName === 'slot' && node.getRootNode() instanceof ShadowRoot) {
      const assigned = node.assignedNodes();
      if (assigned.length) return assigned;
    }
    return node.childNodes;
  };

  const push = (stack, nodes) => {
    for (let i = nodes.length - 1; i >= 0; i--) stack.push(nodes[i]);
  };

  // The size of what is shown: it changes when content does, but not with a clock's digits.
  const measure = () => {
    let elements = 0, chars = 0;
    const stack = [document];
    while (stack.length && elements < MAX_MEASURED) {
      const node = stack.pop();
      if (node.nodeType === 3) {
        chars += node.data.length;
      } else if (node.nodeType !== 1 || !LEFT_OUT.has(node.localName)) {
        elements++;
        push(stack, children(node));
        if (node.localName === 'iframe' && frameDocument(node)) stack.push(frameDocument(node));
      }
    }
    return elements + ' ' + chars;
  };

  // Shows the end of the page, and of its scrolled parts, to what loads more there.
  const scroll = () => {
    for (const element of document.querySelectorAll('*')) {
      if (element.scrollHeight > element.clientHeight + 100 && element.clientHeight > 100) {
        element.scrollTop = element.scrollHeight;
      }
    }
    window.scrollTo(0, document.documentElement.scrollHeight);
  };

  // The document as HTML, of a frame only what is in its body; null if that has more characters
  // than the limit.
  const html = (limit, isFrame) => {
    let out = '';
    const emit = s => { out += s; };
    const stack = [];
    const attributes = (element, skip) => {
      for (const {name, value: v} of element.attributes) {
        if (ATTRIBUTE.test(name) && name !== skip) emit(' ' + name + '="' + value(v) + '"');
      }
    };
    const open = (element, name) => {
      emit('<' + name);
      attributes(element);
      emit('>');
    };
    const frame = element => {
      emit('<div data-frame="' + value(element.src || 'about:srcdoc') + '">');
      stack.push('</div>');
      const inner = frameDocument(element);
      if (inner && inner.body) {
        push(stack, inner.body.childNodes);
      } else if (frames.has(element)) {
        emit(frames.get(element));
      }
      if (/^https?:/.test(element.src)) {
        stack.push('<a href="' + value(element.src) + '"></a>');
      }
    };
    const element = node => {
      const name = NAME.test(node.localName) && node.localName !== 'plaintext' && node.localName !== 'xmp' ? node.localName : 'div';
      if (name === 'script' && node.type === 'application/ld+json' && !/<\/script|<!--/i.test(node.textContent)) {
        open(node, name);
        emit(node.textContent + '</script>');
      } else if (LEFT_OUT.has(name) || (name === 'meta' && (node.hasAttribute('charset') || /^content-type$/i.test(node.httpEquiv)))) {
        return;
      } else if (name === 'iframe' || name === 'frame') {
        frame(node);
      } else if (name === 'slot') {
        push(stack, children(node));
      } else if (VOID.has(name)) {
        open(node, name);
      } else {
        open(node, name);
        stack.push('</' + name + '>');
        if (name === 'head' && node.parentNode === document.documentElement) emit('<meta charset="utf-8">');
        if (name === 'textarea') {
          emit('\n' + text(node.value));
        } else {
          if (name === 'pre') emit('\n');
          push(stack, children(node));
        }
      }
    };
    if (isFrame) {
      push(stack, document.body ? document.body.childNodes : []);
    } else {
      if (document.doctype) emit('<!DOCTYPE html>');
      if (document.documentElement) stack.push(document.documentElement);
    }
    while (stack.length) {
      if (out.length > limit) return null;
      const node = stack.pop();
      if (typeof node === 'string') emit(node);
      else if (node.nodeType === 3) emit(text(node.data));
      else if (node.nodeType === 1) element(node);
    }
    return out.length > limit ? null : out;
  };

  // Storage of a tab stays with it, other storage is the browser's to clear.
  const clear = () => {
    try {
      sessionStorage.clear();
    } catch (e) {
      // A document without an origin has none.
    }
  };
  const setFrame = (element, inner) => { frames.set(element, inner); };
  return {measure, scroll, html, setFrame, clear};
})();
