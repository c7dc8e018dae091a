// The page that plays a log back. Without this script its links do the same, one page for each move.
import { Player } from "./replay/player.js";

const root = document.getElementById("replay");
if (root) new Player(root).begin();
