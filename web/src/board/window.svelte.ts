/**
 * The window through which a board is seen. While it moves, only the transform of one layer changes; when it rests, the
 * board gets the size that it is seen in and is drawn anew: fluent and crisp.
 */

import { motionIsWelcome } from "../settings.svelte";
import * as cameras from "./camera";
import type { Camera, Point, Size } from "./camera";

const GLIDE = 220;

export class BoardWindow {
  /** Where the camera rests: what is sized for the screen follows this one, not every frame. */
  resting = $state.raw<Camera>({ left: 0, top: 0, zoom: 1 });
  isMoving = $state(false);
  private camera: Camera = { left: 0, top: 0, zoom: 1 };
  private size: Size = { width: 0, height: 0 };
  private isWhole = true;
  /** What is to be seen as long as nobody has moved the board. */
  private aims: readonly Point[] = [];
  private isMoved = false;
  private frame = 0;

  constructor(
    private readonly world: HTMLElement,
    private readonly board: Size,
  ) {}

  get isAtWhole(): boolean {
    return this.resting.zoom <= cameras.wholeZoom(this.size, this.board) * 1.001;
  }

  get isAtClosest(): boolean {
    return this.resting.zoom >= cameras.closestZoom(this.size, this.board) * 0.999;
  }

  get current(): Camera {
    return this.camera;
  }

  resize(size: Size): void {
    if (!size.width || !size.height) return;
    const middle = cameras.onBoard(this.camera, { x: this.size.width / 2, y: this.size.height / 2 });
    this.size = size;
    if (!this.isMoved) this.camera = cameras.openingCamera(size, this.board, this.aims);
    else if (this.isWhole) this.camera = this.wholeCamera();
    else {
      const { x, y } = cameras.onScreen(this.camera, middle);
      const { left, top, zoom } = this.camera;
      this.camera = { zoom, left: left + size.width / 2 - x, top: top + size.height / 2 - y };
    }
    this.rest();
  }

  /** Show these points, unless somebody has chosen what to see. */
  aim(points: readonly Point[]): void {
    this.aims = points;
    if (this.size.width && !this.isMoved) this.glide(cameras.openingCamera(this.size, this.board, points));
  }

  move(by: Point, factor: number, at: Point): void {
    this.isMoved = true;
    cancelAnimationFrame(this.frame);
    const least = cameras.wholeZoom(this.size, this.board);
    const zoom = Math.min(Math.max(this.camera.zoom * factor, least), cameras.closestZoom(this.size, this.board));
    const { left, top } = cameras.zoomed(this.camera, zoom, at);
    this.show(cameras.settled({ zoom, left: left + by.x, top: top + by.y }, this.size, this.board));
  }

  /** Zoom around a point of the window, or its middle. */
  zoomBy(factor: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.isMoved = true;
    this.glide(cameras.zoomed(this.camera, this.camera.zoom * factor, at));
  }

  showWhole(): void {
    this.isMoved = true;
    this.glide(this.wholeCamera());
  }

  reveal(point: Point): void {
    const target = cameras.revealed(this.camera, point, this.size);
    if (target.left !== this.camera.left || target.top !== this.camera.top) this.glide(target);
  }

  rest(): void {
    cancelAnimationFrame(this.frame);
    this.camera = cameras.settled(this.camera, this.size, this.board);
    this.isMoving = false;
    this.world.style.width = `${this.board.width * this.camera.zoom}px`;
    this.world.style.height = `${this.board.height * this.camera.zoom}px`;
    this.resting = this.camera;
    this.isWhole = this.isAtWhole;
    this.transform();
  }

  private wholeCamera(): Camera {
    return cameras.centred(cameras.wholeZoom(this.size, this.board), this.size, this.board);
  }

  private show(camera: Camera): void {
    this.camera = camera;
    this.isMoving = true;
    this.frame = requestAnimationFrame(() => this.transform());
  }

  private glide(target: Camera): void {
    cancelAnimationFrame(this.frame);
    const [from, to] = [this.camera, cameras.settled(target, this.size, this.board)];
    const start = performance.now();
    const step = (now: number) => {
      const share = motionIsWelcome() ? Math.min(1, (now - start) / GLIDE) : 1;
      this.camera = cameras.between(from, to, 1 - (1 - share) ** 3);
      if (share >= 1) return this.rest();
      this.isMoving = true;
      this.transform();
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  private transform(): void {
    const { left, top, zoom } = this.camera;
    this.world.style.transform = `translate(${left}px, ${top}px) scale(${zoom / this.resting.zoom})`;
  }
}
