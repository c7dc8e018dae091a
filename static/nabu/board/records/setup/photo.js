// A photo of the table beside the board. It stays on this device: nothing is sent.

/**
 * `input` takes the photo, `box` shows it with a button to close it; a tap on the photo makes it larger or smaller. `onBad()`:
 * the file is none.
 */
export function showPhoto(input, box, onBad) {
  const picture = box.querySelector("img");
  const close = () => {
    URL.revokeObjectURL(picture.src);
    picture.removeAttribute("src");
    box.hidden = true;
    input.value = "";
  };
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (!file) return;
    if (picture.src) URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(file);
    box.hidden = false;
    input.closest("details").open = false;
  });
  picture.addEventListener("error", () => {
    close();
    onBad();
  });
  box.querySelector("[data-photo=close]").addEventListener("click", close);
  box.querySelector("[data-photo=size]").addEventListener("click", ({ clientX, clientY }) => {
    const view = picture.closest(".setup-photo-view");
    const { left, top, width, height } = picture.getBoundingClientRect();
    const at = [(clientX - left) / width, (clientY - top) / height];
    const large = picture.classList.toggle("setup-photo-large");
    if (large) view.scrollTo(at[0] * view.scrollWidth - view.clientWidth / 2, at[1] * view.scrollHeight - view.clientHeight / 2);
  });
}
